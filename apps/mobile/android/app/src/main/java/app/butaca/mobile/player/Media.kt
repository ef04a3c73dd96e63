package app.butaca.mobile.player

import app.butaca.mobile.server.originOf
import org.json.JSONObject

/** The longest title that is shown, in characters. */
private const val LONGEST_TITLE = 300
private const val LONGEST_ADDRESS = 8192

/** What the page asks to be played. */
data class Media(
    val url: String,
    val title: String,
    val startSeconds: Double,
    val isLive: Boolean,
    /** Whether there is a next chapter, for which the player shows a button. */
    val hasNext: Boolean,
)

/**
 * Reads a request to play.
 *
 * @param origin the kept server's origin; media of other servers are refused
 * @throws IllegalArgumentException with a Spanish sentence for a request that is refused
 */
fun readMedia(request: JSONObject, origin: String): Media {
    val url = request.opt("url") as? String ?: ""
    require(url.length <= LONGEST_ADDRESS && url.none { it.isISOControl() || it.isWhitespace() } && originOf(url) == origin) {
        "La dirección del video no es de este servidor."
    }
    val start = (request.opt("startTime") as? Number)?.toDouble() ?: 0.0
    return Media(
        url = url,
        title = (request.opt("title") as? String ?: "").take(LONGEST_TITLE),
        startSeconds = if (start.isFinite() && start > 0) start else 0.0,
        isLive = request.opt("isLive") == true,
        hasNext = request.opt("hasNext") == true,
    )
}
