package app.butaca.mobile.session

import android.content.Context
import android.util.Base64
import app.butaca.mobile.readRepositoryFile
import org.junit.Assert.assertEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertNotEquals
import org.junit.Assert.assertNull
import org.junit.Assert.assertThrows
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner
import org.robolectric.RuntimeEnvironment

@RunWith(RobolectricTestRunner::class)
class SessionStoreTest {
    private val preferences = RuntimeEnvironment.getApplication().getSharedPreferences("s", Context.MODE_PRIVATE)
    private val store = SessionStore(preferences, createTestSealer())

    @Test
    fun `stores, reads and removes each value of the session`() {
        for (key in storageKeys) {
            assertNull(store.get(key))
            store.set(key, "valor de $key, con ñ")
        }
        store.remove("user")
        assertEquals(listOf("valor de token, con ñ", "valor de deviceId, con ñ", null), listOf("token", "deviceId", "user").map(store::get))
    }

    @Test
    fun `has the keys of the specification, which the bridge names`() {
        val names = Regex("""storageKeys = \[(.*?)]""").find(readRepositoryFile("packages/bridge/src/interface/bridge.ts"))
        val listed = names!!.groupValues[1].split(",").map { it.trim(' ', '\'') }.toSet()
        assertEquals(listed, storageKeys)
    }

    @Test
    fun `writes no value as it is, and none twice in the same way`() {
        store.set("token", "ficha secreta")
        val first = preferences.getString("token", null)
        store.set("token", "ficha secreta")
        assertNotEquals(first, preferences.getString("token", null))
        assertFalse(String(Base64.decode(first, 0), Charsets.ISO_8859_1).contains("ficha"))
    }

    @Test
    fun `takes what it cannot decrypt for absent, and removes it`() {
        store.set("token", "ficha")
        assertNull(SessionStore(preferences, createTestSealer(2)).get("token"))
        assertFalse(preferences.contains("token"))
        for (text in listOf("", "AAAA", "no es base 64", Base64.encodeToString(ByteArray(40), Base64.NO_WRAP))) {
            preferences.edit().putString("user", text).commit()
            assertNull(text, store.get("user"))
        }
    }

    @Test
    fun `refuses other keys and values that are too long`() {
        for (key in listOf("", "Token", "useTrial:1", "../token")) {
            assertThrows(IllegalArgumentException::class.java) { store.get(key) }
            assertThrows(IllegalArgumentException::class.java) { store.set(key, "x") }
            assertThrows(IllegalArgumentException::class.java) { store.remove(key) }
        }
        assertThrows(IllegalArgumentException::class.java) { store.set("user", "a".repeat(16_385)) }
    }
}
