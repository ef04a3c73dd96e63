package app.butaca.mobile.player

import app.butaca.mobile.ButacaPlayerPlugin
import app.butaca.mobile.ButacaShellPlugin
import app.butaca.mobile.fields
import app.butaca.mobile.objects
import app.butaca.mobile.playerMessages
import com.getcapacitor.PluginMethod
import com.getcapacitor.annotation.CapacitorPlugin
import org.json.JSONObject
import org.junit.Assert.assertEquals
import org.junit.Assert.assertThrows
import org.junit.Assert.assertTrue
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner

/** Compares the Android part with the table of names and shapes that all parts read. */
@RunWith(RobolectricTestRunner::class)
class PlayerMessagesTest {
    private val capacitor = playerMessages.getJSONObject("capacitor")
    private val player = capacitor.getJSONObject("ButacaPlayer")
    private val shell = capacitor.getJSONObject("ButacaShell")
    private val origin = "https://tv.ejemplo.com"

    private fun methodsOf(plugin: Class<*>): Set<String> =
        plugin.declaredMethods.filter { it.isAnnotationPresent(PluginMethod::class.java) }.map { it.name }.toSet()

    @Test
    fun `the plugins have the names and the methods of the table`() {
        assertEquals("ButacaPlayer", ButacaPlayerPlugin::class.java.getAnnotation(CapacitorPlugin::class.java)?.name)
        assertEquals("ButacaShell", ButacaShellPlugin::class.java.getAnnotation(CapacitorPlugin::class.java)?.name)
        assertEquals(player.getJSONObject("methods").keys().asSequence().toSet(), methodsOf(ButacaPlayerPlugin::class.java))
        val shellMethods = shell.getJSONObject("methods").keys().asSequence() +
            shell.getJSONObject("addressPage").keys().asSequence()
        assertEquals(shellMethods.toSet(), methodsOf(ButacaShellPlugin::class.java))
    }

    @Test
    fun `every event has the data of the table`() {
        val events = listOf(
            PlayerEvent.Play,
            PlayerEvent.Pause,
            PlayerEvent.Stop,
            PlayerEvent.Seek(30.0),
            PlayerEvent.Time(12.5, 60.0),
            PlayerEvent.Time(12.5, null),
            PlayerEvent.Error("El formato no se reconoce."),
            PlayerEvent.Ended,
            PlayerEvent.Next,
        )
        val table = player.getJSONArray("events").objects().filterNot { it.isNull("event") }.map { it.getString("name") to it.getJSONObject("data").fields() }
        for (event in events) {
            assertTrue("${event.name} ${event.data()}", event.name to event.data().fields() in table)
        }
        assertEquals(table.map { it.first }.toSet(), events.map { it.name }.toSet())
    }

    @Test
    fun `an answer has the fields of the table`() {
        val result = player.getJSONObject("methods").getJSONObject("seek").getJSONObject("result")
        assertEquals(result.fields(), PlayerAnswer(success = false, "No se puede buscar en este canal.").data().fields())
    }

    @Test
    fun `reads the request to play of the table`() {
        val options = player.getJSONObject("methods").getJSONObject("play").getJSONObject("options")
        assertEquals(
            Media("$origin/api/stream/ficha/0", "Capítulo 2", 12.5, isLive = false, hasNext = true),
            readMedia(options, origin),
        )
        val request = JSONObject().put("url", "$origin/a").put("startTime", -3).put("title", "a".repeat(900))
        assertEquals(Media("$origin/a", "a".repeat(300), 0.0, isLive = false, hasNext = false), readMedia(request, origin))
    }

    @Test
    fun `refuses media of other servers, of other schemes and with characters that no address has`() {
        val refused = listOf(
            "",
            "-x",
            "/api/stream/ficha/0",
            "file:///etc/passwd",
            "content://media/1",
            "data:video/mp4,x",
            "rtsp://tv.ejemplo.com/a",
            "http://tv.ejemplo.com/a",
            "https://tv.ejemplo.com:8443/a",
            "https://tv.ejemplo.com@otra.ejemplo.com/a",
            "https://otra.ejemplo.com/a",
            "$origin/a b",
            "$origin/a\nb",
            "$origin/${"a".repeat(9000)}",
        )
        for (url in refused) {
            val failure = assertThrows(url, IllegalArgumentException::class.java) { readMedia(JSONObject().put("url", url), origin) }
            assertEquals("La dirección del video no es de este servidor.", failure.message)
        }
        assertThrows(IllegalArgumentException::class.java) { readMedia(JSONObject().put("url", 5), origin) }
    }

    @Test
    fun `has a sentence for every number of a failure`() {
        for (code in listOf(-1, 1000, 1001, 1002, 1003, 2000, 2001, 2002, 2003, 2004, 2005, 2006, 2007, 2008, 3001, 3002, 3003, 3004, 4001, 4003, 4004, 4005, 5001, 6000, 7000)) {
            assertTrue("$code", Regex("^(?:E[ln]|Este|La|No) .+\\.$").matches(PlayerFailure.sentence(code)))
        }
    }
}
