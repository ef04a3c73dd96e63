package app.butaca.mobile.server

import org.junit.Assert.assertEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertNull
import org.junit.Assert.assertTrue
import org.junit.Test

class OriginsTest {
    private val origin = "https://tv.ejemplo.com"

    @Test
    fun `names the origin of an address without its own port`() {
        assertEquals(origin, originOf("HTTPS://TV.ejemplo.com:443/#/series"))
        assertEquals("http://casa.lan:3000", originOf("http://casa.lan:3000/api/stream/a/0?x=1"))
        assertEquals("https://[2001:db8::1]:8443", originOf("https://[2001:db8::1]:8443/"))
        assertEquals(origin, originOf("$origin/?q=|"))
    }

    @Test
    fun `names no origin for other schemes and for user names`() {
        for (text in listOf("file:///etc/passwd", "content://x/y", "javascript:alert(1)", "https://ana@tv.ejemplo.com", "-x", "", "https://")) {
            assertNull(text, originOf(text))
        }
    }

    @Test
    fun `stays on the page's own origin, port included`() {
        assertEquals(Navigation.STAY, decideNavigation("$origin/#/live-tv", origin))
        assertEquals(Navigation.STAY, decideNavigation("blob:$origin/1", origin))
        assertEquals(Navigation.OPEN_OUTSIDE, decideNavigation("$origin:8443/", origin))
        assertEquals(Navigation.OPEN_OUTSIDE, decideNavigation("http://tv.ejemplo.com/", origin))
    }

    @Test
    fun `gives other pages, letters and calls to the system, and refuses the rest`() {
        for (text in listOf("https://otra.ejemplo.com/", "mailto:a@b.c", "tel:123", "https://tv.ejemplo.com@otra.ejemplo.com/")) {
            assertEquals(text, Navigation.OPEN_OUTSIDE, decideNavigation(text, origin))
        }
        for (text in listOf("file:///etc/passwd", "intent://x#Intent;end", "content://x", "javascript:alert(1)", "app.butaca.mobile://x")) {
            assertEquals(text, Navigation.REFUSE, decideNavigation(text, origin))
        }
    }

    @Test
    fun `lets clear text out to the kept server only, and only where that was kept in clear text`() {
        assertTrue(mayRequest("http://casa.lan:3000/api/health", "http://casa.lan:3000"))
        assertFalse(mayRequest("http://casa.lan/api/health", "http://casa.lan:3000"))
        assertFalse(mayRequest("http://otra.lan:3000/", "http://casa.lan:3000"))
        assertFalse(mayRequest("HTTP://tv.ejemplo.com/", origin))
        assertFalse(mayRequest("http://tv.ejemplo.com/", null))
        assertTrue(mayRequest("https://i.ytimg.com/a.jpg", origin))
    }
}
