package app.butaca.mobile.player

import org.json.JSONObject

/** What became of a request; the message is a Spanish sentence where it failed, and empty otherwise. */
data class PlayerAnswer(val success: Boolean, val message: String = "") {
    fun data(): JSONObject = JSONObject().put("success", success).put("message", message)
}
