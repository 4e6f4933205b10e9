"""What build files of Java and Kotlin modules say of modules and source sets."""

from __future__ import annotations

from rubout.measure.manifests.jvm_modules import Module, of_pom, of_script
from tests.tables import cases


@cases(
    "text expected",
    """
    val aMain by creating { dependsOn(bMain) } => aMain>bMain
    val aMain by getting { dependencies { x() }; dependsOn(bMain.get()) } => aMain>bMain
    aMain.dependsOn(bMain) => aMain>bMain
    aMain { dependsOn bMain } => aMain>bMain
    aMain.apply { dependsOn(sourceSets.bMain) } => aMain>bMain
    getByName("aMain").dependsOn(getByName("bMain")) => aMain>bMain
    named("aMain") { dependsOn(sourceSets["bMain"]) } => aMain>bMain
    // aMain.dependsOn(bMain) =>
    group("a") { group("b") } => aMain>commonMain aTest>commonTest bMain>aMain bTest>aTest
    """,
)
def test_a_script_orders_source_sets(text: str, expected: str) -> None:
    assert " ".join(f"{lower}>{upper}" for lower, upper in of_script(text).order) == expected


@cases(
    "text expected",
    """
    implementation project(':a:b') => a:b
    implementation(project(path = ":a")) => a
    api(projects.aB.c) => aB:c
    testImplementation(project(":a")) =>
    val commonTest by getting { dependencies { api(project(":a")) } } =>
    // api(project(":a")) =>
    /* api(project(":a")) */ =>
    """,
)
def test_a_script_names_the_projects_that_more_than_tests_need(text: str, expected: str) -> None:
    assert " ".join(of_script(text).needs) == expected


def test_a_pom_builds_an_artifact_and_needs_others() -> None:
    text = """<project><parent><artifactId>up</artifactId></parent><artifactId> a </artifactId><dependencies>
    <dependency><artifactId>b</artifactId></dependency>
    <dependency><artifactId>c</artifactId><scope>test</scope></dependency>
    <!-- <dependency><artifactId>d</artifactId></dependency> -->
    </dependencies></project>"""
    assert of_pom(text) == Module("a", ("b",))
