package app.butaca.mobile.server

import android.content.Context
import android.content.SharedPreferences
import app.butaca.mobile.session.SessionStore
import app.butaca.mobile.session.createTestSealer
import org.junit.Assert.assertEquals
import org.junit.Assert.assertNull
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner
import org.robolectric.RuntimeEnvironment

@RunWith(RobolectricTestRunner::class)
class ServerChoiceTest {
    private fun preferences(name: String): SharedPreferences =
        RuntimeEnvironment.getApplication().getSharedPreferences(name, Context.MODE_PRIVATE)

    private val session = SessionStore(preferences("session"), createTestSealer())
    private val kept = KeptServer(preferences("server"), session)
    private val asked = mutableListOf<String>()

    private fun choose(typed: String, confirmedHost: String? = null, health: Health = Health.Butaca) =
        chooseServer(typed, confirmedHost, kept) { origin ->
            asked += origin
            health
        }

    @Test
    fun `keeps a server that answers as Butaca, with https assumed`() {
        assertNull(kept.origin)
        assertEquals(Choice.Kept, choose("tv.ejemplo.com"))
        assertEquals("https://tv.ejemplo.com", kept.origin)
        assertEquals(listOf("https://tv.ejemplo.com"), asked)
    }

    @Test
    fun `keeps nothing when something else answers`() {
        choose("tv.ejemplo.com")
        val refused = choose("otra.ejemplo.com", health = Health.Unusable("No."))
        assertEquals(Choice.Refused("No."), refused)
        assertEquals("https://tv.ejemplo.com", kept.origin)
    }

    @Test
    fun `asks before it sends anything in clear text, and about that host only`() {
        assertEquals(Choice.Asks("casa.lan:3000", "No es segura. ¿Continuar?"), choose("http://casa.lan:3000"))
        assertEquals(Choice.Asks("casa.lan:3001", "No es segura. ¿Continuar?"), choose("http://casa.lan:3001", "casa.lan:3000"))
        assertEquals(emptyList<String>(), asked)
        assertEquals(Choice.Kept, choose("http://casa.lan:3000", "casa.lan:3000"))
        assertEquals("http://casa.lan:3000", kept.origin)
        assertEquals(setOf("casa.lan:3000"), kept.confirmedHosts)
    }

    @Test
    fun `forgets the consent to clear text with the server`() {
        choose("http://casa.lan", "casa.lan")
        choose("tv.ejemplo.com")
        assertEquals(emptySet<String>(), kept.confirmedHosts)
    }

    @Test
    fun `refuses what is no address without asking anybody`() {
        assertEquals(Choice.Refused(ServerAddressFault.SCHEME.sentence), choose("file:///etc/passwd"))
        assertEquals(emptyList<String>(), asked)
    }

    @Test
    fun `never gives the session of one server to another`() {
        choose("tv.ejemplo.com")
        session.set("token", "ficha")
        choose("https://tv.ejemplo.com/")
        assertEquals("ficha", session.get("token"))
        choose("otra.ejemplo.com")
        assertNull(session.get("token"))
    }

    @Test
    fun `takes a stored address that is none for no server`() {
        preferences("server").edit().putString("origin", "javascript:alert(1)").commit()
        assertNull(kept.origin)
        preferences("server").edit().putString("origin", "http://casa.lan").commit()
        assertNull(kept.origin)
    }
}
