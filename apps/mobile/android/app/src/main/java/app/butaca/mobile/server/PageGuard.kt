package app.butaca.mobile.server

/** The pages that the shell shows itself. */
enum class Page { SERVER, ADDRESS, OTHER }

/**
 * Knows which page the web view shows, so that a native function can refuse the pages that it is not for. The web view
 * reports pages on its own thread, and functions are called on another.
 *
 * @param serverOrigin the kept origin, or null while the bundled page asks for it
 * @param bundledOrigin the origin of the pages that the app contains
 */
class PageGuard(private val serverOrigin: String?, private val bundledOrigin: String) {
    @Volatile
    private var origin: String? = null

    /** The page that the web view shows now. */
    val page: Page
        get() = when {
            serverOrigin != null && origin == serverOrigin -> Page.SERVER
            serverOrigin == null && origin == bundledOrigin -> Page.ADDRESS
            else -> Page.OTHER
        }

    /** The web view begins to show a page. */
    fun show(address: String) {
        origin = originOf(address)
    }
}
