"use strict";
// Zoom, hover and filter of the map; sorting of tables. The page is complete without it.

const SVG = "http://www.w3.org/2000/svg";
const LETTER = 6.4; // pixels that one is wide, about
const BOLD_LETTER = 7.4;
const LEAST_WIDTH = 38;
const SIDES = ["x", "y", "width", "height"];
const WHOLE = { x: 0, y: 0, width: 100, height: 100 };
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

const byId = (id) => document.getElementById(id);
const read = (id) => JSON.parse(byId(id).textContent);
const all = (selector, inside = document) => Array.from(inside.querySelectorAll(selector));
const words = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
const isBelow = (path, folder) => folder === "" || path.startsWith(folder + "/");

/** Text is sorted upwards first, numbers downwards. */
function sortBy(table, heads, column) {
  const head = heads[column];
  const isNumber = head.classList.contains("n");
  const before = head.getAttribute("aria-sort");
  const isUp = before ? before === "descending" : !isNumber;
  heads.forEach((one) => one.removeAttribute("aria-sort"));
  head.setAttribute("aria-sort", isUp ? "ascending" : "descending");
  const key = (row) => row.cells[column].textContent;
  const byText = (a, b) => (key(a) < key(b) ? -1 : Number(key(a) > key(b)));
  const order = isNumber ? (a, b) => Number(key(a)) - Number(key(b)) : byText;
  const rows = Array.from(table.tBodies[0].rows);
  table.tBodies[0].append(...rows.sort((a, b) => (isUp ? order(a, b) : order(b, a))));
}

function makeSortable(table) {
  const heads = all("th", table);
  heads.forEach((head, column) => head.addEventListener("click", () => sortBy(table, heads, column)));
}

/** On paper nothing can be opened. */
function openForPrint() {
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = all("details:not([open])");
    opened.forEach((one) => (one.open = true));
  });
  addEventListener("afterprint", () => opened.forEach((one) => (one.open = false)));
}

/** A label of lines, [text, y] each: written, cut to the room there is, or left out. */
function write(box, room, lines, letter) {
  const texts = all("text", box);
  const letters = Math.floor((room.width - 6) / letter);
  lines.forEach(([line, y], number) => {
    const text = texts[number] || box.appendChild(document.createElementNS(SVG, "text"));
    const fits = room.width >= LEAST_WIDTH && room.height >= y + 4;
    text.setAttribute("x", 4);
    text.setAttribute("y", y);
    text.textContent = !fits ? "" : line.length <= letters ? line : line.slice(0, Math.max(letters - 1, 0)) + "…";
  });
}

class TreeMap {
  constructor(svg) {
    this.svg = svg;
    this.files = read("files");
    this.kinds = read("kinds");
    this.grades = read("grades");
    this.kind = byId("kind");
    this.part = byId("part");
    this.hint = byId("hint");
    this.told = this.hint.textContent;
    this.header = parseFloat(svg.dataset.header);
    this.tiles = all(":scope > .t", svg).map((svg) => this.item(svg));
    this.folders = all(":scope > .d", svg).map((svg) => this.item(svg));
    this.shown = "";
    this.at = null;
  }

  item(svg) {
    const box = Object.fromEntries(SIDES.map((side) => [side, parseFloat(svg.getAttribute(side))]));
    const file = this.files[svg.dataset.i];
    return { svg, box, file, path: file ? file[0] : svg.dataset.p, name: svg.dataset.n, room: null };
  }

  listen() {
    this.svg.addEventListener("pointermove", (event) => this.tell(this.under(event)));
    this.svg.addEventListener("pointerleave", () => this.tell(null));
    this.svg.addEventListener("click", (event) => this.enter(event.target.closest(".t, .d")));
    this.svg.addEventListener("keydown", (event) => this.press(event));
    this.kind.addEventListener("change", () => this.filter());
    this.part.addEventListener("input", () => this.filter());
    byId("filter").addEventListener("submit", (event) => event.preventDefault());
    addEventListener("resize", () => this.draw());
  }

  visible(items) {
    return items.filter((one) => isBelow(one.path, this.shown));
  }

  draw() {
    const size = this.svg.getBoundingClientRect();
    const frame = this.frame();
    for (const one of [...this.folders, ...this.tiles]) {
      one.svg.style.display = isBelow(one.path, this.shown) ? "" : "none";
    }
    for (const one of this.visible([...this.folders, ...this.tiles])) this.place(one, frame, size);
    this.visible(this.tiles).forEach((one) => this.paint(one));
    const room = (this.header / frame.height) * size.height;
    this.visible(this.folders).forEach((one) => {
      const fits = room >= 11 && one.room.height >= 2 * room;
      write(one.svg, one.room, [[fits ? one.name : "", Math.min(room - 3, 17)]], BOLD_LETTER);
    });
    this.follow();
  }

  /** What fills the map: all of it, or what lies in a folder, without the folder's own edge. */
  frame() {
    if (this.shown === "") return WHOLE;
    const boxes = this.visible([...this.tiles, ...this.folders]).map((one) => one.box);
    const x = Math.min(...boxes.map((box) => box.x));
    const y = Math.min(...boxes.map((box) => box.y));
    const right = Math.max(...boxes.map((box) => box.x + box.width));
    const bottom = Math.max(...boxes.map((box) => box.y + box.height));
    return { x, y, width: right - x, height: bottom - y };
  }

  place(one, frame, size) {
    const now = {
      x: (100 * (one.box.x - frame.x)) / frame.width,
      y: (100 * (one.box.y - frame.y)) / frame.height,
      width: (100 * one.box.width) / frame.width,
      height: (100 * one.box.height) / frame.height,
    };
    for (const side of SIDES) one.svg.setAttribute(side, now[side].toFixed(2) + "%");
    one.room = { width: (now.width * size.width) / 100, height: (now.height * size.height) / 100 };
  }

  count(file) {
    const kind = Number(this.kind.value);
    if (!file) return 0;
    return kind < 0 ? file[2].reduce((sum, one) => sum + one, 0) : file[2][kind];
  }

  holds(path) {
    return path.toLowerCase().includes(this.part.value.toLowerCase());
  }

  paint(one) {
    const found = this.count(one.file);
    const grade = this.grades.filter((least) => found >= least).length;
    const isOff = !this.holds(one.path) || (Number(this.kind.value) >= 0 && !found);
    one.svg.setAttribute("class", `t g${grade}${isOff ? " off" : ""}${one === this.at ? " at" : ""}`);
    write(one.svg, one.room, [[one.path.split("/").pop(), 13], [found ? String(found) : "", 26]], LETTER);
  }

  /** The folders above what is shown, as buttons. */
  follow() {
    const above = this.folders.filter((one) => one.path === this.shown || isBelow(this.shown, one.path));
    const steps = ["", ...above.map((one) => one.path).sort((a, b) => a.length - b.length)];
    const buttons = steps.map((step, number) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = step === "" ? "all" : step.slice(steps[number - 1].length).replace(/^\//, "");
      if (step === this.shown) button.setAttribute("aria-current", "true");
      button.addEventListener("click", () => this.show(step));
      return button;
    });
    byId("trail").replaceChildren(...buttons);
  }

  show(folder) {
    this.shown = folder;
    this.draw();
  }

  enter(svg) {
    if (!svg) return;
    const one = [...this.tiles, ...this.folders].find((item) => item.svg === svg);
    this.into(svg.classList.contains("d") ? one.path + "/" : one.path);
  }

  into(path) {
    const inside = this.visible(this.folders).filter((one) => isBelow(path, one.path));
    const next = inside.sort((a, b) => a.path.length - b.path.length)[0];
    if (next) this.show(next.path);
  }

  out() {
    const above = this.folders.filter((one) => isBelow(this.shown, one.path)).map((one) => one.path);
    this.show(above.sort((a, b) => b.length - a.length)[0] || "");
  }

  under(event) {
    const svg = event.target.closest(".t");
    return this.tiles.find((one) => one.svg === svg) || null;
  }

  tell(one) {
    this.at = one;
    for (const other of this.tiles) other.svg.classList.toggle("at", other === one);
    if (!one) {
      this.hint.replaceChildren(this.told);
      return;
    }
    const name = document.createElement("b");
    name.textContent = one.path;
    this.hint.replaceChildren(name, ": " + (one.file ? this.sentence(one.file) : "files with few findings, together"));
  }

  sentence([, lines, counts]) {
    const found = this.kinds.map((kind, number) => [kind, counts[number]]).filter(([, count]) => count);
    return `${words(lines, "line")}; ${found.map(([kind, count]) => `${kind} ${count}`).join(", ") || "no finding"}`;
  }

  press(event) {
    if (event.key in STEPS) this.walk(STEPS[event.key]);
    else if (event.key === "Enter" && this.at) this.into(this.at.path);
    else if (event.key === "Escape") this.out();
    else return;
    event.preventDefault();
  }

  walk(step) {
    const tiles = this.visible(this.tiles).filter((one) => !one.svg.classList.contains("off"));
    if (!tiles.length) return;
    const number = tiles.indexOf(this.at);
    this.tell(tiles[number < 0 && step < 0 ? tiles.length - 1 : (number + step + tiles.length) % tiles.length]);
  }

  filter() {
    this.draw();
    const heads = all("#files-table th").map((one) => one.textContent);
    const column = heads.indexOf(this.kinds[this.kind.value]);
    for (const row of byId("files-table").tBodies[0].rows) {
      const isFound = column < 0 || row.cells[column].textContent !== "";
      row.hidden = !isFound || !this.holds(row.cells[0].textContent);
    }
  }
}

all("table[id]").forEach(makeSortable);
openForPrint();
if (byId("map")) {
  const map = new TreeMap(byId("map"));
  map.listen();
  map.draw();
}
