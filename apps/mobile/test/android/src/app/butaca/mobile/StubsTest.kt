package app.butaca.mobile

import java.lang.reflect.Executable
import java.lang.reflect.Member
import java.lang.reflect.Modifier
import org.json.JSONObject
import org.junit.Assert.assertEquals
import org.junit.Assert.assertTrue
import org.junit.Test

/**
 * The stubs stand for libraries that only Google's repository has. Whatever the app uses of them is in a list with the
 * address of its documentation; a stub has exactly the members of the list.
 */
class StubsTest {
    private val list = JSONObject(readRepositoryFile("apps/mobile/test/android/stub-members.json"))

    @Test
    fun `every stub has the members that its documentation lists, and no others`() {
        for (name in list.keys()) {
            val expected = list.getJSONObject(name).getJSONArray("members").texts().sorted()
            // The loader alone: a stub of a view cannot be initialised without a device.
            val stub = Class.forName(name, false, javaClass.classLoader)
            assertEquals(name, expected, membersOf(stub).sorted())
        }
    }

    @Test
    fun `every stub is in the list, with its documentation`() {
        val folder = java.io.File(System.getProperty("butaca.repository"), "apps/mobile/test/android/stubs")
        val files = folder.walk().filter { it.extension == "java" }
            .map { it.relativeTo(folder).path.removeSuffix(".java").replace('/', '.') }.toSet()
        assertEquals(files, list.keys().asSequence().map { it.substringBefore('$') }.toSet())
        for (name in list.keys()) {
            val address = list.getJSONObject(name).getString("documentation")
            val page = name.replace('.', '/').replace('$', '.')
            assertEquals("https://developer.android.com/reference/$page", address)
        }
    }

    @Test
    fun `the list is long enough to mean something`() {
        assertTrue(list.length() > 25)
    }

    private fun membersOf(type: Class<*>): List<String> {
        fun isOpen(member: Member) = Modifier.isPublic(member.modifiers) && !member.isSynthetic
        val fields = type.declaredFields.filter(::isOpen).map { "${it.name}: ${it.type.simpleName}" }
        val constructors = type.declaredConstructors.filter(::isOpen).map { "new(${parameters(it)})" }
        val methods = type.declaredMethods.filter(::isOpen).map { "${it.name}(${parameters(it)}): ${it.returnType.simpleName}" }
        return fields + constructors + methods
    }

    private fun parameters(of: Executable) = of.parameterTypes.joinToString { it.simpleName }
}
