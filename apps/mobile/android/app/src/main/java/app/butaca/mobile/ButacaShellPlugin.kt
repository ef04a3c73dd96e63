package app.butaca.mobile

import android.app.UiModeManager
import android.content.Context
import android.content.Intent
import android.content.res.Configuration
import android.net.Uri
import android.os.Build
import android.view.WindowManager
import app.butaca.mobile.server.Choice
import app.butaca.mobile.server.Navigation
import app.butaca.mobile.server.Page
import app.butaca.mobile.server.chooseServer
import app.butaca.mobile.server.decideNavigation
import com.getcapacitor.JSObject
import com.getcapacitor.Plugin
import com.getcapacitor.PluginCall
import com.getcapacitor.PluginMethod
import com.getcapacitor.annotation.CapacitorPlugin

/** What a page hears that calls a function which is not for it. */
internal const val NOT_FOR_THIS_PAGE = "Esta página no puede usar las funciones de la aplicación."

/**
 * The device, the session's storage, the key «back» and the server's address. The page of the kept server has the first
 * three and may ask for another server; only the bundled page may choose one.
 */
@CapacitorPlugin(name = "ButacaShell")
class ButacaShellPlugin : Plugin() {
    private val shell: MainActivity get() = activity as MainActivity

    @PluginMethod
    fun getDevice(call: PluginCall) = forPage(call, Page.SERVER) {
        val modes = context.getSystemService(Context.UI_MODE_SERVICE) as UiModeManager
        val isTelevision = modes.currentModeType == Configuration.UI_MODE_TYPE_TELEVISION
        call.resolve(JSObject().put("model", Build.MODEL).put("isTelevision", isTelevision))
    }

    @PluginMethod
    fun getItem(call: PluginCall) = forPage(call, Page.SERVER) {
        val value = shell.session.get(call.requireText("key"))
        call.resolve(JSObject().apply { put("value", value ?: org.json.JSONObject.NULL) })
    }

    @PluginMethod
    fun setItem(call: PluginCall) = forPage(call, Page.SERVER) {
        shell.session.set(call.requireText("key"), call.requireText("value"))
        call.resolve()
    }

    @PluginMethod
    fun removeItem(call: PluginCall) = forPage(call, Page.SERVER) {
        shell.session.remove(call.requireText("key"))
        call.resolve()
    }

    @PluginMethod
    fun keepAwake(call: PluginCall) = forPage(call, Page.SERVER) {
        val isOn = call.data.opt("isOn") == true
        shell.runOnUiThread {
            val flag = WindowManager.LayoutParams.FLAG_KEEP_SCREEN_ON
            if (isOn) shell.window.addFlags(flag) else shell.window.clearFlags(flag)
            call.resolve()
        }
    }

    @PluginMethod
    fun exit(call: PluginCall) = forPage(call, Page.SERVER) {
        call.resolve()
        shell.runOnUiThread { shell.finish() }
    }

    @PluginMethod
    fun changeServer(call: PluginCall) = forPage(call, Page.SERVER) {
        call.resolve()
        shell.restart(isChoosing = true)
    }

    /** The kept server, for the bundled page: the person may go back to it. */
    @PluginMethod
    fun getServer(call: PluginCall) = forPage(call, Page.ADDRESS) {
        call.resolve(JSObject().apply { put("origin", shell.kept.origin ?: org.json.JSONObject.NULL) })
    }

    /** Checks and keeps a server. The shell leaves the bundled page when one was kept. */
    @PluginMethod
    fun chooseServer(call: PluginCall) = forPage(call, Page.ADDRESS) {
        val confirmedHost = call.data.opt("confirmedHost") as? String
        val answer = JSObject()
        when (val choice = chooseServer(call.requireText("address"), confirmedHost, shell.kept)) {
            is Choice.Refused -> answer.put("status", "refused").put("sentence", choice.sentence)
            is Choice.Asks -> answer.put("status", "confirm").put("sentence", choice.sentence).put("host", choice.host)
            Choice.Kept -> answer.put("status", "kept")
        }
        call.resolve(answer)
        if (answer.getString("status") == "kept") shell.restart(isChoosing = false)
    }

    /** Goes back to the kept server without choosing another one. */
    @PluginMethod
    fun returnToServer(call: PluginCall) = forPage(call, Page.ADDRESS) {
        call.resolve()
        shell.restart(isChoosing = false)
    }

    /** Tells the page that the key «back» was pressed; false when the page does not listen. */
    fun tellBack(): Boolean {
        if (!hasListeners("back")) return false
        notifyListeners("back", JSObject())
        return true
    }

    /** Everything but the page's own origin opens in the system's browser; Capacitor alone would ignore the port. */
    override fun shouldOverrideLoad(url: Uri): Boolean =
        when (decideNavigation(url.toString(), shell.pageOrigin)) {
            Navigation.STAY -> false
            Navigation.REFUSE -> true
            Navigation.OPEN_OUTSIDE -> true.also { shell.openOutside(Intent(Intent.ACTION_VIEW, url)) }
        }

    private fun forPage(call: PluginCall, page: Page, run: () -> Unit) {
        if (shell.guard.page != page) {
            call.reject(NOT_FOR_THIS_PAGE)
            return
        }
        try {
            run()
        } catch (failure: IllegalArgumentException) {
            call.reject(failure.message)
        } catch (failure: java.io.IOException) {
            call.reject(failure.message)
        } catch (failure: java.security.GeneralSecurityException) {
            call.reject(failure.message)
        }
    }

    private fun PluginCall.requireText(name: String): String =
        requireNotNull(data.opt(name) as? String) { "The option $name is missing" }
}
