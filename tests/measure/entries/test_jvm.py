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
    Empty.kt => package a => main
    a.kt => @PublishedApi internal fun a() {} => main
    a.kt => @EagerInitialization private val a = b() => main
    a.kt => @JsExport val a = 1 => main
    a.kt => @Other private val a = 1 =>
    """,
)


test_tests_lie_in_source_sets_of_tests_or_are_named_so = flagging(
    flags,
    """
    src/test/java/Aid.java => class A {} => test
    src/jvmTest/kotlin/Aid.kt => class A => test
    src/androidTest/Aid.kt => class A => test
    a/XTest.java => class A {} => test
    a/XTests.kt => class A => test
    a/XIT.java => class A {} => test
    a/Xit.java => class A {} =>
    src/main/Latest.java => class A {} =>
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


test_what_a_published_library_makes_public_is_an_entry = flagging(
    flags,
    """
    lib/src/main/java/X.java => public class X {} => exported main
    lib/src/main/java/X.java => class X {} =>
    lib/src/main/java/p/internal/X.java => public class X {} => exported
    lib/src/main/kotlin/x.kt => fun x() {} => exported main
    lib/src/main/kotlin/x.kt => internal fun x() {} =>
    lib/src/test/java/X.java => public class X {} => test
    app/src/main/java/X.java => public class X {} =>
    """,
    {
        "build.gradle.kts": 'plugins { id("maven-publish") }',
        "lib/build.gradle.kts": "",
        "app/build.gradle.kts": "plugins { application }",
    },
)
