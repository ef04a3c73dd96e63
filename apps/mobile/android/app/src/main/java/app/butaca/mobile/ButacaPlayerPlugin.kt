package app.butaca.mobile

import android.os.Handler
import android.os.Looper
import app.butaca.mobile.player.PlayerAnswer
import app.butaca.mobile.player.PlayerHub
import app.butaca.mobile.player.PlayerSession
import app.butaca.mobile.player.findDecoders
import app.butaca.mobile.player.listAbilities
import app.butaca.mobile.player.readMedia
import app.butaca.mobile.server.Page
import com.getcapacitor.JSArray
import com.getcapacitor.JSObject
import com.getcapacitor.Plugin
import com.getcapacitor.PluginCall
import com.getcapacitor.PluginMethod
import com.getcapacitor.annotation.CapacitorPlugin

/** The full-screen player, for the page of the kept server. Names and data are those of `packages/bridge`. */
@CapacitorPlugin(name = "ButacaPlayer")
class ButacaPlayerPlugin : Plugin() {
    private val main = Handler(Looper.getMainLooper())

    /** Exists from [load] on; only the main thread uses it. */
    private lateinit var session: PlayerSession

    override fun load() {
        session = PlayerHub.open(activity) { event ->
            notifyListeners(event.name, JSObject.fromJSONObject(event.data()))
        }
    }

    /** The page goes away with its activity, and nobody would hear of what plays on. */
    override fun handleOnDestroy() {
        session.leave()
    }

    @PluginMethod
    fun abilities(call: PluginCall) = forServer(call) {
        call.resolve(JSObject().put("abilities", JSArray(listAbilities(findDecoders()))))
    }

    @PluginMethod
    fun play(call: PluginCall) = forServer(call) { origin ->
        val media = try {
            readMedia(call.data, origin)
        } catch (refusal: IllegalArgumentException) {
            call.answer(PlayerAnswer(success = false, refusal.message.orEmpty()))
            return@forServer
        }
        main.post { session.play(media) { call.answer(it) } }
    }

    @PluginMethod
    fun stop(call: PluginCall) = request(call) { stop() }

    @PluginMethod
    fun pause(call: PluginCall) = request(call) { pause() }

    @PluginMethod
    fun resume(call: PluginCall) = request(call) { resume() }

    @PluginMethod
    fun seek(call: PluginCall) {
        val time = (call.data.opt("time") as? Number)?.toDouble()?.takeIf(Double::isFinite)
        if (time == null) call.answer(PlayerAnswer(success = false, "Falta el momento al que ir."))
        else request(call) { seek(time) }
    }

    private fun request(call: PluginCall, run: PlayerSession.() -> PlayerAnswer) = forServer(call) {
        main.post { call.answer(session.run()) }
    }

    private fun forServer(call: PluginCall, run: (origin: String) -> Unit) {
        val shell = activity as MainActivity
        val origin = shell.serverOrigin
        if (shell.guard.page == Page.SERVER && origin != null) run(origin) else call.reject(NOT_FOR_THIS_PAGE)
    }

    private fun PluginCall.answer(answer: PlayerAnswer) = resolve(JSObject.fromJSONObject(answer.data()))
}
