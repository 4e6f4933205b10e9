"""Which Java and Kotlin files are entries."""

from __future__ import annotations

from rubout.measure.entries.bits import MENTIONED
from rubout.measure.entries.jvm import flags
from tests.tables import cases
from tests.worlds import flagging, world

test_a_program_and_what_the_compiler_reads_are_started = flagging(
    flags,
    """
    X.java => class X { public static void main(String[] a) {} } => main
    x.kt => fun main() {} => main
    module-info.java => module a {} => main
    a/package-info.java => package a; => main
    build.gradle.kts => plugins {} => main
    Other.java => class Other {} =>
    """,
)


test_tests_lie_in_source_sets_of_tests_or_are_named_so = flagging(
    flags,
    """
    src/test/java/Aid.java => test
    src/jvmTest/kotlin/Aid.kt => test
    src/androidTest/Aid.kt => test
    a/XTest.java => test
    a/XTests.kt => test
    a/XIT.java => test
    a/Xit.java =>
    src/main/Latest.java =>
    """,
)


@cases(
    "path text",
    r"""
    src/main/resources/META-INF/services/p.Service => p.q.X\n
    META-INF/spring.factories => a=\\np.q.X,p.q.Y
    beans.xml => <bean class="p.q.X"/>
    AndroidManifest.xml => <activity android:name=".q.X"/>
    app.properties => driver=p.q.X
    build.gradle => mainClass = 'p.q.X'
    """,
)
def test_a_class_that_a_descriptor_names_is_mentioned(path: str, text: str) -> None:
    files = {"X.java": "package p.q; class X {}", "Z.java": "package p.q; class Z {}", path: text}
    assert flags(world(files)) == {"X.java": MENTIONED}


test_what_a_library_makes_public_is_exported = flagging(
    flags,
    """
    lib/src/main/X.java => public class X {} => exported
    lib/src/main/X.java => class X {} =>
    app/src/main/X.java => public class X {} =>
    """,
    {"lib/pom.xml": "<project/>", "app/pom.xml": "<mainClass>p.X</mainClass>"},
)
