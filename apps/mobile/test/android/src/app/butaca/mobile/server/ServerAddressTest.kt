package app.butaca.mobile.server

import app.butaca.mobile.objects
import app.butaca.mobile.serverAddresses
import app.butaca.mobile.texts
import org.junit.Assert.assertEquals
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner

@RunWith(RobolectricTestRunner::class)
class ServerAddressTest {
    @Test
    fun `reads every address of the table as the web client does`() {
        val wrong = serverAddresses.objects().mapNotNull { example ->
            val meaning = readServerAddress(example.getString("text"), example.optJSONArray("confirmedHosts").texts().toSet())
            val read = when (meaning) {
                is ServerAddress.Ready -> "ready ${meaning.origin}"
                is ServerAddress.Confirm -> "confirm ${meaning.origin}"
                is ServerAddress.Refused -> "refused ${meaning.fault.code}"
            }
            val expected = "${example.getString("status")} ${example.optString("origin") + example.optString("fault")}"
            if (read == expected) null else "${example.getString("text")}: $read instead of $expected"
        }
        assertEquals(emptyList<String>(), wrong)
        assertEquals(true, serverAddresses.length() > 40)
    }

    @Test
    fun `keeps the registered spelling of a name with accents`() {
        assertEquals(
            ServerAddress.Ready("https://xn--televisin-d7a.ejemplo.com"),
            readServerAddress("televisión.ejemplo.com"),
        )
    }

    @Test
    fun `writes an IPv6 address as browsers do`() {
        assertEquals(ServerAddress.Ready("https://[2001:db8::1]"), readServerAddress("[2001:0DB8:0:0:0:0:0:1]"))
        assertEquals(ServerAddress.Ready("https://[::1]:3000"), readServerAddress("[::1]:3000"))
        assertEquals(ServerAddress.Ready("https://[1:2:3:4:5:6:0:8]"), readServerAddress("[1:2:3:4:5:6:0:8]"))
    }

    @Test
    fun `refuses IPv4 addresses in other forms than four numbers`() {
        for (text in listOf("127.1", "0x7f.0.0.1", "2130706433", "1.2.3.256", "01.2.3.4", "1.2.3.4.5")) {
            assertEquals(text, ServerAddress.Refused(ServerAddressFault.UNREADABLE), readServerAddress(text))
        }
    }

    @Test
    fun `names the host with its port when it asks about clear text`() {
        assertEquals(
            ServerAddress.Confirm("http://casa.lan:3000", "casa.lan:3000"),
            readServerAddress("http://casa.lan:3000"),
        )
        assertEquals(ServerAddress.Confirm("http://casa.lan", "casa.lan"), readServerAddress("http://casa.lan:80/"))
    }

    @Test
    fun `refuses a text that is too long for an address`() {
        val text = "a".repeat(60).plus(".").repeat(5)
        assertEquals(ServerAddress.Refused(ServerAddressFault.TOO_LONG), readServerAddress(text))
    }
}
