package app.butaca.mobile.server

import java.net.URI
import java.net.URISyntaxException

/** The origin of an http or https address, such as `https://tv.ejemplo.com`; null for every other text. */
fun originOf(address: String): String? {
    val uri = try {
        // Addresses in web pages may contain characters that `URI` refuses after the authority.
        URI(address.takeWhile { it !in "?#" }.substringBefore(' '))
    } catch (_: URISyntaxException) {
        return null
    }
    val scheme = uri.scheme?.lowercase() ?: return null
    if (scheme != "http" && scheme != "https") return null
    val host = uri.host?.lowercase() ?: return null
    if (uri.userInfo != null) return null
    val ownPort = if (scheme == "https") 443 else 80
    return if (uri.port == -1 || uri.port == ownPort) "$scheme://$host" else "$scheme://$host:${uri.port}"
}

/** What the shell does with an address that the page wants to open. */
enum class Navigation { STAY, OPEN_OUTSIDE, REFUSE }

private val outsideSchemes = setOf("http", "https", "mailto", "tel")

/** Decides about a navigation: the page's own origin stays, other web pages go to the system, the rest is refused. */
fun decideNavigation(address: String, pageOrigin: String): Navigation = when {
    originOf(address) == pageOrigin -> Navigation.STAY
    address.substringBefore(':').lowercase() in outsideSchemes -> Navigation.OPEN_OUTSIDE
    // Both show what the page itself has made; their origin is opaque, so they have no native functions.
    address.substringBefore(':').lowercase() in setOf("blob", "data") -> Navigation.STAY
    else -> Navigation.REFUSE
}

/**
 * Whether Capacitor, and not the server, would answer a path of the kept origin: it reads the app's files there. Every
 * spelling that Capacitor might take for its own counts.
 *
 * @param path an address's path, decoded
 */
fun isCapacitorPath(path: String): Boolean = path.contains("/_capacitor_", ignoreCase = true)

/**
 * Whether a request may leave the device. Clear text is for the kept server alone, and only when the person has kept it
 * in clear text: the system's own configuration cannot name a host that is known at run time only.
 */
fun mayRequest(address: String, keptOrigin: String?): Boolean =
    !address.startsWith("http:", ignoreCase = true) || (keptOrigin != null && originOf(address) == keptOrigin)
