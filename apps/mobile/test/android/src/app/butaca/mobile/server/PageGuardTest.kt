package app.butaca.mobile.server

import org.junit.Assert.assertEquals
import org.junit.Test

class PageGuardTest {
    private val bundled = "https://localhost"

    @Test
    fun `knows the page of the kept server from every other one`() {
        val guard = PageGuard("https://tv.ejemplo.com:8443", bundled)
        assertEquals(Page.OTHER, guard.page)
        for ((address, page) in listOf(
            "https://tv.ejemplo.com:8443/#/series" to Page.SERVER,
            "https://tv.ejemplo.com/" to Page.OTHER,
            "http://tv.ejemplo.com:8443/" to Page.OTHER,
            "https://tv.ejemplo.com:8443.otra.com/" to Page.OTHER,
            "$bundled/" to Page.OTHER,
            "data:text/html,x" to Page.OTHER,
            "about:blank" to Page.OTHER,
        )) {
            guard.show(address)
            assertEquals(address, page, guard.page)
        }
    }

    @Test
    fun `knows the bundled page while no server is shown`() {
        val guard = PageGuard(null, bundled)
        guard.show("$bundled/")
        assertEquals(Page.ADDRESS, guard.page)
        guard.show("https://tv.ejemplo.com/")
        assertEquals(Page.OTHER, guard.page)
    }
}
