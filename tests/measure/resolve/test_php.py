"""Which file a name or an include in a PHP file means."""

from __future__ import annotations

from tests.worlds import answer, meaning, shown, world

FILES = {
    "composer.json": r'{"autoload": {"psr-4": {"App\\": "src/", "App\\Deep\\": "deep/"}, "psr-0": {"Old_": "old"}}}',
    "src/A.php": r"<?php namespace App; class A {}",
    "deep/B.php": r"<?php namespace App\Deep; class B {}",
    "old/Old/Name.php": "<?php class Old_Name {}",
    "lib/all.php": r"<?php namespace Lib; class C {} function f() {} const K = 1;",
    "src/list/one.php": "<?php",
    "src/list/in/two.php": "<?php",
}


test_a_name_is_followed_as_composer_does_and_then_by_its_declaration = meaning(
    FILES,
    r"""
    use App\A; => R2 src/A.php
    use App\Deep\B; => R2 deep/B.php
    use Old_Name; => R2 old/Old/Name.php
    use Lib\C; => R3 lib/all.php
    use function Lib\f; => R3 lib/all.php
    use const Lib\K; => R3 lib/all.php
    use Lib; => R3 lib/
    use App\Gone; => out_of_scope
    use function Lib\gone; => out_of_scope
    use Exception; => R5 external
    use Other\Thing; => R5 external
    new A; => R2 src/A.php
    new Deep\B; => R2 deep/B.php
    new \Lib\C; => R3 lib/all.php
    new namespace\A; => R2 src/A.php
    new C; => out_of_scope
    f('Lib\\C'); => R5 lib/all.php
    include 'all.php'; => out_of_scope
    include 'lib/all.php'; => R1 lib/all.php
    include __DIR__ . '/../lib/all.php'; => R1 lib/all.php
    include __DIR__ . '/../composer.json'; => R1 external
    include __DIR__ . '/../vendor/autoload.php'; => R5 external
    include $x; => dynamic
    f(__DIR__ . '/../lib/all.php'); => R5 lib/all.php
    f(__DIR__ . '/list/*.php'); => R5 src/list/one.php
    f(__DIR__ . '/list'); => R5 src/list/in/two.php src/list/one.php
    f(base_path('src/list')); => R5 src/list/in/two.php src/list/one.php
    f(__DIR__ . '/nothing'); => dynamic
    """,
    path="src/X.php",
    written="<?php namespace App; {}",
)


def test_a_use_says_what_its_alias_begins() -> None:
    tree = world({**FILES, "x.php": r"<?php use Lib as L; use App\A; new L\C; new A;"})
    assert shown(tree, "x.php") == ["R3 lib/", "R2 src/A.php", "R3 lib/all.php", "out_of_scope"]


def test_a_class_in_two_folders_of_one_prefix_is_refused() -> None:
    files = {"composer.json": r'{"autoload": {"psr-4": {"P\\": ["a", "b"]}}}', "a/X.php": "<?php", "b/X.php": "<?php"}
    assert answer(files, "y.php", r"<?php use P\X;") == "ambiguous_paths a/X.php b/X.php"


def test_a_broken_manifest_counts_as_absent() -> None:
    tree = world({**FILES, "composer.json": "{", "x.php": r"<?php use App\A;"})
    assert shown(tree, "x.php") == ["R3 src/A.php"]
    assert list(tree.problems) == ["composer.json"]
