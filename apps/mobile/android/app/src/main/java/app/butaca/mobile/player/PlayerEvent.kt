package app.butaca.mobile.player

import org.json.JSONObject

/** What the player tells the page. Times are in seconds. */
sealed class PlayerEvent(val name: String) {
    data object Play : PlayerEvent("play")

    data object Pause : PlayerEvent("pause")

    /** The person has closed the player. What the page itself stops is not told. */
    data object Stop : PlayerEvent("stop")

    data class Seek(val time: Double) : PlayerEvent("seek")

    /** @property duration null for a live channel */
    data class Time(val time: Double, val duration: Double?) : PlayerEvent("time")

    data class Error(val message: String) : PlayerEvent("error")

    data object Ended : PlayerEvent("ended")

    /** The person has asked for the next chapter. */
    data object Next : PlayerEvent("next")

    /** The event's data, as `packages/bridge` reads them. */
    fun data(): JSONObject = JSONObject().also { json ->
        when (this) {
            is Seek -> json.put("time", time)
            is Time -> json.put("time", time).also { if (duration != null) json.put("duration", duration) }
            is Error -> json.put("message", message)
            else -> Unit
        }
    }
}
