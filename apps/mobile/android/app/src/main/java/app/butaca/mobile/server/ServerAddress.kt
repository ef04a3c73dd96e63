package app.butaca.mobile.server

import android.icu.text.IDNA
import java.net.Inet6Address
import java.net.InetAddress

/** Why a text is no address of a server, with the sentence that a person reads. */
enum class ServerAddressFault(val code: String, val sentence: String) {
    EMPTY("empty", "Escribe la dirección del servidor."),
    TOO_LONG(
        "too_long",
        "La dirección es demasiado larga. Escribe solo el nombre del servidor, como https://tv.ejemplo.com.",
    ),
    CHARACTERS("characters", "La dirección tiene espacios o caracteres que no puede tener. Escríbela sin ellos."),
    CREDENTIALS(
        "credentials",
        "La dirección no puede tener usuario ni contraseña. Quita lo que va antes de la arroba (@).",
    ),
    SCHEME("scheme", "La dirección tiene que empezar por https://."),
    UNREADABLE("unreadable", "Esto no es una dirección. Escríbela como https://tv.ejemplo.com."),
    PATH("path", "La dirección no es de Butaca. Escribe solo el servidor, sin nada detrás del nombre."),
    QUERY("query", "La dirección no es de Butaca. Quita lo que va desde el signo de interrogación (?)."),
}

/** What a text means as the address of a server. */
sealed interface ServerAddress {
    data class Ready(val origin: String) : ServerAddress

    /** The address is in clear text and its host is not confirmed; [CLEAR_TEXT_QUESTION] asks the person. */
    data class Confirm(val origin: String, val host: String) : ServerAddress

    data class Refused(val fault: ServerAddressFault) : ServerAddress
}

/** What a person is asked before anything is sent to a server in clear text. */
const val CLEAR_TEXT_QUESTION = "No es segura. ¿Continuar?"

/** The longest host name has 253 characters; scheme, port and a path of Butaca's own add a few. */
private const val LONGEST_ADDRESS = 300

private val forbidden = Regex("""[\s\p{Cc}\p{Cf}\\<>"'`{}|^]""")
private val schemePrefix = Regex("""^([a-z][a-z\d+.-]*)://""", RegexOption.IGNORE_CASE)
private val schemeWithoutSlashes = Regex("""^[a-z][a-z\d+.-]*:(?!\d)""", RegexOption.IGNORE_CASE)
private val authorityAndPort = Regex("""^(\[[0-9a-f:.]+]|[^\[\]:]+)(?::(\d{0,5}))?$""", RegexOption.IGNORE_CASE)
private val hostName = Regex("""^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?$""")
private val numericLabel = Regex("""^(?:\d+|0x[0-9a-f]*)$""")
private val ipv4 = Regex("""^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.|$)){4}$""")

/** What Butaca's own pages have after the origin: nothing, the page's file, and a route after `#`. */
private val ownPath = Regex("""^(?:/(?:index\.html)?)?(?:#(?:/.*)?)?$""")

/**
 * Reads the address of a server from what a person typed. The rules and sentences are those of `packages/bridge`, and
 * one table of examples tests both. IPv4 addresses in short or hexadecimal forms are refused here, because their
 * origin would differ from the one that the web view reports.
 *
 * @param confirmedHosts hosts, with their port where it is not 80, that the person accepted in clear text
 */
fun readServerAddress(text: String, confirmedHosts: Set<String> = emptySet()): ServerAddress {
    val typed = text.trim()
    val match = schemePrefix.find(typed)
    val scheme = match?.groupValues?.get(1)?.lowercase()
    val rest = typed.substring(match?.value?.length ?: 0)
    val authority = rest.takeWhile { it !in "/?#" }
    val fault = when {
        typed.isEmpty() -> ServerAddressFault.EMPTY
        typed.length > LONGEST_ADDRESS -> ServerAddressFault.TOO_LONG
        forbidden.containsMatchIn(typed) -> ServerAddressFault.CHARACTERS
        '@' in authority -> ServerAddressFault.CREDENTIALS
        scheme != null && scheme != "https" && scheme != "http" -> ServerAddressFault.SCHEME
        // `mailto:…`, `javascript:…` and `https:…` without slashes; in `tv.ejemplo.com:8443` a port follows the colon.
        scheme == null && schemeWithoutSlashes.containsMatchIn(typed) -> ServerAddressFault.SCHEME
        authority.isEmpty() || '%' in authority -> ServerAddressFault.UNREADABLE
        else -> null
    }
    if (fault != null) return ServerAddress.Refused(fault)
    return readOrigin(scheme ?: "https", authority, rest.substring(authority.length), confirmedHosts)
}

private fun readOrigin(
    scheme: String,
    authority: String,
    afterAuthority: String,
    confirmedHosts: Set<String>,
): ServerAddress {
    val host = readHost(scheme, authority) ?: return ServerAddress.Refused(ServerAddressFault.UNREADABLE)
    if ('?' in afterAuthority.substringBefore('#')) return ServerAddress.Refused(ServerAddressFault.QUERY)
    if (!ownPath.matches(afterAuthority)) return ServerAddress.Refused(ServerAddressFault.PATH)
    val origin = "$scheme://$host"
    if (scheme == "https" || host in confirmedHosts) return ServerAddress.Ready(origin)
    return ServerAddress.Confirm(origin, host)
}

/** The host in its registered spelling, with the port where it is not the scheme's own; null when it is none. */
private fun readHost(scheme: String, authority: String): String? {
    val (name, portText) = authorityAndPort.find(authority)?.destructured ?: return null
    val host = (if (name.startsWith('[')) readIpv6(name) else readName(name)) ?: return null
    val ownPort = if (scheme == "https") 443 else 80
    val port = if (portText.isEmpty()) ownPort else portText.toInt()
    if (port !in 1..65_535) return null
    return if (port == ownPort) host else "$host:$port"
}

private fun readName(name: String): String? {
    val ascii = StringBuilder()
    val info = IDNA.Info()
    IDNA.getUTS46Instance(IDNA.NONTRANSITIONAL_TO_ASCII).nameToASCII(name, ascii, info)
    val host = ascii.toString().lowercase()
    if (info.hasErrors() && host.any { it > '\u007f' }) return null
    if (!hostName.matches(host)) return null
    val last = host.removeSuffix(".").substringAfterLast('.')
    return host.takeIf { !numericLabel.matches(last) || ipv4.matches(host) }
}

/** An address between brackets, with the longest run of zeros left out, as browsers write it. */
private fun readIpv6(text: String): String? {
    val address = try {
        // A literal is never looked up.
        InetAddress.getByName(text)
    } catch (_: java.net.UnknownHostException) {
        return null
    }
    if (address !is Inet6Address) return null
    val groups = address.address.toList().chunked(2) { (high, low) -> (high.toInt() and 0xff shl 8) or (low.toInt() and 0xff) }
    val runs = groups.indices.map { start -> groups.drop(start).takeWhile { it == 0 }.size }
    val longest = runs.max()
    val words = groups.map { it.toString(16) }
    if (longest < 2) return words.joinToString(":", "[", "]")
    val start = runs.indexOf(longest)
    return "[${words.take(start).joinToString(":")}::${words.drop(start + longest).joinToString(":")}]"
}
