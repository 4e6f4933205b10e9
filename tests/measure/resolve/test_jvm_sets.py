"""Which files a Java or Kotlin file can see."""

from __future__ import annotations

from rubout.measure.resolve import jvm_sets
from rubout.measure.resolve.declarations import Place
from rubout.measure.resolve.jvm_sets import Origin, Sets, part_arcs
from tests.tables import cases
from tests.worlds import answer, world

EXPECTED = {
    "m/build.gradle.kts": "kotlin { sourceSets { val unixMain by creating { dependsOn(nativeMain) } } }",
    "m/src/commonMain/kotlin/X.kt": "package p\nexpect class X\nexpect fun f()",
    "m/src/jvmMain/kotlin/X.kt": "package p\nactual class X\nactual fun f() {}",
    "m/src/nativeMain/kotlin/X.kt": "package p\nactual class X\nactual fun f() {}",
}


@cases(
    "path expected",
    """
    m/src/commonMain/kotlin/Y.kt => common
    m/src/jvmMain/kotlin/Y.kt => jvm
    m/src/jvmTest/kotlin/Y.kt => jvm
    m/src/linuxX64Main/kotlin/Y.kt => native
    m/src/unixMain/kotlin/Y.kt => native
    m/src/wasmMain/kotlin/Y.kt => common
    m/src/commonTest/kotlin/Y.kt => common
    n/src/jvmMain/kotlin/Y.kt => common
    Y.kt => common
    """,
)
def test_of_what_is_expected_and_actual_each_source_set_means_one(path: str, expected: str) -> None:
    meant = f"m/src/{expected}Main/kotlin/X.kt"
    assert answer(EXPECTED, path, "package p\nfun y(x: X) {}\n") == f"R2 {meant}"
    assert answer(EXPECTED, path, "import p.X\n") == f"R1 {meant}"
    assert answer(EXPECTED, path, "package p\nval x = f()\n") == f"R4 {meant}"


def test_what_is_expected_lives_with_what_is_actual() -> None:
    common, jvm, native = (f"m/src/{name}Main/kotlin/X.kt" for name in ("common", "jvm", "native"))
    expected = [(common, jvm), (common, native), (jvm, common), (native, common)]
    assert list(part_arcs(world(EXPECTED))) == expected
    assert list(part_arcs(world({**EXPECTED, "n/src/jvmMain/kotlin/X.kt": "package p\nactual class X"}))) == expected


@cases(
    "path module name",
    """
    src/main/java/p/X.java => => main
    a/b/src/main/java16/p/X.java => a/b => main
    a/src/jvmMain/kotlin/X.kt => a => jvmMain
    core/common/src/X.kt => core => commonMain
    core/common/test/X.kt => core => commonTest
    core/X.kt => core =>
    X.kt => =>
    """,
)
def test_a_path_tells_the_module_and_the_source_set(path: str, module: str, name: str) -> None:
    files = {"core/build.gradle.kts": "", "a/b/pom.xml": "", path: ""}
    assert Sets(world(files)).origins[path] == Origin(module, name)


@cases(
    "own other expected",
    """
    a/src/main/java => a/src/main/kotlin => SAME
    a/src/test/java => a/src/main/java => SEEN
    a/src/main/java => a/src/test/java => never
    a/src/main/java => a/src/debug/java => PERHAPS
    a/src/jvmTest/kotlin => a/src/jvmMain/kotlin => SEEN
    a/src/jvmMain/kotlin => a/src/commonMain/kotlin => SEEN
    a/src/commonMain/kotlin => a/src/jvmMain/kotlin => never
    a/src/iosArm64Main/kotlin => a/src/nativeMain/kotlin => SEEN
    a/src/jvmMain/kotlin => a/src/nativeMain/kotlin => PERHAPS
    b/src/main/java => a/src/main/java => NEEDED
    c/src/main/java => a/src/main/java => NEEDED
    a/src/main/java => c/src/main/java => never
    a/src/test/java => c/src/main/java => ELSEWHERE
    b/src/main/java => d/src/main/java => ELSEWHERE
    """,
)
def test_a_source_set_sees_what_it_depends_on(own: str, other: str, expected: str) -> None:
    files = {
        "a/build.gradle": "dependencies { testImplementation project(':c') }",
        "b/build.gradle": "dependencies { implementation project(':a') }",
        "c/build.gradle.kts": "dependencies { implementation(projects.b) }",
        f"{own}/X.kt": "",
        f"{other}/Y.kt": "package p\nclass Y",
    }
    near = Sets(world(files)).near(f"{own}/X.kt", [Place(f"{other}/Y.kt", "class")])
    assert [distance for distance, _ in near] == ([] if expected == "never" else [getattr(jvm_sets, expected)])


def test_platforms_of_one_expectation_do_not_see_each_other() -> None:
    files = {**EXPECTED, "m/src/jvmMain/kotlin/J.kt": "package p\nclass J"}
    assert answer(files, "m/src/nativeMain/kotlin/Y.kt", "package p\nfun y(x: J) {}\n") == "out_of_scope"
    assert answer(files, "m/src/unixMain/kotlin/Y.kt", "package p\nfun y(x: J) {}\n") == "out_of_scope"


def test_artifacts_of_maven_need_each_other() -> None:
    pom = "<project><artifactId>{}</artifactId><dependencies>{}</dependencies></project>"
    need = "<dependency><artifactId>a</artifactId></dependency>"
    files = {
        "a/pom.xml": pom.format("a", ""),
        "b/pom.xml": pom.format("b", need),
        "a/src/main/java/X.java": "package p; class X {}",
        "b/src/main/java/X.java": "package p; class X {} class Y {}",
    }
    assert answer(files, "b/src/main/java/Z.java", "package p; class Z { X x; }") == "R2 b/src/main/java/X.java"
    assert answer(files, "a/src/main/java/Z.java", "package p; class Z { Y y; }") == "out_of_scope"


def test_what_is_built_for_several_runtimes_is_kept() -> None:
    files = {f"src/main/{folder}/X.java": "package p; class X {}" for folder in ("java", "java16")}
    kept = "ambiguous_name src/main/java/X.java src/main/java16/X.java"
    assert answer(files, "src/main/java/Y.java", "package p; class Y { X x; }") == kept
