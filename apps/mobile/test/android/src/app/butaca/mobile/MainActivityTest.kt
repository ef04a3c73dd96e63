package app.butaca.mobile

import android.app.AlertDialog
import android.content.Context
import android.content.Intent
import android.content.pm.PackageInfo
import android.net.Uri
import android.os.Looper
import android.view.WindowManager
import android.webkit.ServiceWorkerClient
import android.webkit.ServiceWorkerController
import android.webkit.ServiceWorkerWebSettings
import android.webkit.WebResourceRequest
import com.getcapacitor.JSObject
import com.getcapacitor.MessageHandler
import com.getcapacitor.PluginCall
import com.getcapacitor.PluginResult
import org.json.JSONObject
import org.junit.Assert.assertEquals
import org.junit.Assert.assertNull
import org.junit.Assert.assertTrue
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.Robolectric
import org.robolectric.RobolectricTestRunner
import org.robolectric.RuntimeEnvironment
import org.robolectric.Shadows.shadowOf
import org.robolectric.annotation.Config
import org.robolectric.annotation.Implementation
import org.robolectric.annotation.Implements
import org.robolectric.shadows.ShadowAlertDialog
import org.robolectric.shadows.ShadowWebView

/** Robolectric has no service workers; it keeps the client with which their requests are decided on. */
@Implements(ServiceWorkerController::class)
class ShadowServiceWorkers {
    companion object {
        var client: ServiceWorkerClient? = null

        @JvmStatic
        @Implementation
        fun getInstance(): ServiceWorkerController = object : ServiceWorkerController() {
            override fun getServiceWorkerWebSettings(): ServiceWorkerWebSettings = throw UnsupportedOperationException()

            override fun setServiceWorkerClient(newClient: ServiceWorkerClient?) {
                client = newClient
            }
        }
    }
}

/** A request of a page, of which only the address matters here. */
private class PageRequest(private val address: String) : WebResourceRequest {
    override fun getUrl(): Uri = Uri.parse(address)

    override fun isForMainFrame() = false

    override fun isRedirect() = false

    override fun hasGesture() = false

    override fun getMethod() = "GET"

    override fun getRequestHeaders(): Map<String, String> = emptyMap()
}

/** The app's window with Capacitor's own bridge and the app's plugins, and Robolectric's web view. */
@RunWith(RobolectricTestRunner::class)
@Config(shadows = [ShadowServiceWorkers::class])
class MainActivityTest {
    private val application = RuntimeEnvironment.getApplication()
    private val origin = "https://tv.ejemplo.com:8443"

    private fun keep(address: String?) {
        application.getSharedPreferences("server", Context.MODE_PRIVATE).edit().putString("origin", address).commit()
    }

    private fun open(intent: Intent = Intent(application, MainActivity::class.java)): MainActivity {
        val newWebView = PackageInfo().apply {
            packageName = "com.google.android.webview"
            versionName = "130.0"
        }
        ShadowWebView.setCurrentWebViewPackage(newWebView)
        return Robolectric.buildActivity(MainActivity::class.java, intent).setup().get()
    }

    /** A call as the web view would pass it on; the answer or the refusal. */
    private fun MainActivity.call(plugin: String, method: String, options: JSONObject = JSONObject()): String {
        var answer = "nothing"
        val messages = object : MessageHandler(bridge, bridge.webView, null) {
            override fun sendResponseMessage(call: PluginCall, success: PluginResult?, failure: PluginResult?) {
                answer = (failure ?: success ?: "done").toString()
            }
        }
        val call = PluginCall(messages, plugin, "1", method, JSObject.fromJSONObject(options))
        bridge.getPlugin(plugin)!!.invoke(method, call)
        shadowOf(Looper.getMainLooper()).idle()
        return answer
    }

    private fun MainActivity.showPage(address: String) {
        shadowOf(bridge.webView).webViewClient.onPageStarted(bridge.webView, address, null)
    }

    private fun started(): Intent? = shadowOf(application).nextStartedActivity

    @Test
    fun `asks for a server at the first start, on the bundled page`() {
        val window = open()
        assertEquals("https://localhost", shadowOf(window.bridge.webView).lastLoadedUrl)
        assertNull(window.bridge.serverUrl)
    }

    @Test
    fun `shows the page of the kept server`() {
        keep(origin)
        val window = open()
        assertEquals(origin, shadowOf(window.bridge.webView).lastLoadedUrl)
        assertEquals(origin, window.bridge.serverUrl)
        assertEquals(0, window.bridge.config.allowNavigation?.size ?: 0)
    }

    @Test
    fun `native functions answer the page that they are for, and no other`() {
        keep(origin)
        val window = open()
        val refused = Regex("Esta página no puede usar las funciones de la aplicación")
        for (page in listOf("https://localhost/", "https://otra.ejemplo.com/", "https://tv.ejemplo.com/", "about:blank")) {
            window.showPage(page)
            for ((plugin, method) in listOf("ButacaShell" to "getDevice", "ButacaShell" to "getItem", "ButacaShell" to "chooseServer", "ButacaPlayer" to "play", "ButacaPlayer" to "stop", "ButacaPlayer" to "abilities")) {
                assertTrue("$page $method", refused.containsMatchIn(window.call(plugin, method)))
            }
        }
        window.showPage("$origin/#/series")
        assertTrue(window.call("ButacaShell", "getDevice").contains("isTelevision"))
        assertTrue(window.call("ButacaPlayer", "stop").contains("\"success\":true"))
        assertTrue(refused.containsMatchIn(window.call("ButacaShell", "chooseServer")))
    }

    @Test
    fun `refuses media of another server and a seek to nowhere, with a sentence`() {
        keep(origin)
        val window = open()
        window.showPage("$origin/")
        val options = JSONObject().put("url", "https://otra.ejemplo.com/a")
        assertTrue(window.call("ButacaPlayer", "play", options).contains("La dirección del video no es de este servidor."))
        assertTrue(window.call("ButacaPlayer", "seek", JSONObject().put("time", "x")).contains("Falta el momento al que ir."))
        assertTrue(window.call("ButacaPlayer", "pause").contains("No se está reproduciendo nada."))
    }

    @Test
    fun `the bundled page reads addresses, asks about clear text, and may go back`() {
        keep(origin)
        val window = open(Intent(application, MainActivity::class.java).putExtra("chooseServer", true))
        assertEquals("https://localhost", shadowOf(window.bridge.webView).lastLoadedUrl)
        window.showPage("https://localhost/")
        assertTrue(window.call("ButacaShell", "getServer").contains(origin.replace("/", "\\/")))
        val clear = window.call("ButacaShell", "chooseServer", JSONObject().put("address", "http://casa.lan:3000"))
        assertTrue(clear, clear.contains("No es segura. ¿Continuar?") && clear.contains("casa.lan:3000"))
        val wrong = window.call("ButacaShell", "chooseServer", JSONObject().put("address", "ftp://x"))
        assertTrue(wrong, wrong.contains("refused"))
        assertTrue(window.call("ButacaShell", "chooseServer").contains("address"))
        window.call("ButacaShell", "returnToServer")
        assertEquals(false, started()!!.getBooleanExtra("chooseServer", true))
        assertTrue(window.isFinishing)
    }

    @Test
    fun `«Cambiar de servidor» opens the bundled page and keeps the server until another one is chosen`() {
        keep(origin)
        val window = open()
        window.showPage("$origin/")
        window.call("ButacaShell", "changeServer")
        assertEquals(true, started()!!.getBooleanExtra("chooseServer", false))
        assertEquals(origin, window.kept.origin)
    }

    @Test
    fun `gives other origins to the system's browser, and stays on its own`() {
        keep(origin)
        val window = open()
        assertEquals(false, window.bridge.launchIntent(Uri.parse("$origin/#/series")))
        assertNull(started())
        assertEquals(true, window.bridge.launchIntent(Uri.parse("https://tv.ejemplo.com/")))
        assertEquals("https://tv.ejemplo.com/", started()!!.data.toString())
        assertEquals(true, window.bridge.launchIntent(Uri.parse("intent://x#Intent;end")))
        assertNull(started())
    }

    @Test
    fun `refuses clear text to everything but the kept server, from pages and from service workers`() {
        keep(origin)
        val window = open()
        val refused = PageRequest("http://tv.ejemplo.com:8443/a.js")
        val client = shadowOf(window.bridge.webView).webViewClient
        assertEquals(403, client.shouldInterceptRequest(window.bridge.webView, refused)?.statusCode)
        assertEquals(403, ShadowServiceWorkers.client!!.shouldInterceptRequest(refused)?.statusCode)
        val own = PageRequest("$origin/a.js")
        assertNull(client.shouldInterceptRequest(window.bridge.webView, own))
        assertNull(ShadowServiceWorkers.client!!.shouldInterceptRequest(own))
    }

    @Test
    fun `refuses the app's files to the kept server, from pages and from service workers, in every spelling`() {
        keep(origin)
        val window = open()
        val client = shadowOf(window.bridge.webView).webViewClient
        val paths = listOf(
            "/_capacitor_file_/data/user/0/app.butaca.mobile/shared_prefs/session.xml",
            "//_capacitor_file_/data/a",
            "/%5Fcapacitor%5ffile_/data/a",
            "/_Capacitor_file_/data/a",
            "/a/../_capacitor_content_/contacts/1",
            "/_capacitor_http_interceptor_?u=http://casa.lan/",
        )
        for (path in paths) {
            val request = PageRequest("$origin$path")
            assertEquals(path, 403, client.shouldInterceptRequest(window.bridge.webView, request)?.statusCode)
            assertEquals(path, 403, ShadowServiceWorkers.client!!.shouldInterceptRequest(request)?.statusCode)
        }
        assertNull(client.shouldInterceptRequest(window.bridge.webView, PageRequest("$origin/buscar?q=/_capacitor_file_/")))
    }

    @Test
    fun `forgets the folder from which a server told Capacitor to read the bundled page`() {
        // Capacitor forgets the folder by itself at the first start of a new version.
        open()
        val settings = application.getSharedPreferences("CapWebViewSettings", Context.MODE_PRIVATE)
        settings.edit().putString("serverBasePath", application.cacheDir.path).commit()
        val window = open()
        assertNull(settings.getString("serverBasePath", null))
        assertEquals("public", window.bridge.serverBasePath)
    }

    @Test
    fun `says that the server's page could not be loaded, and offers to choose another server`() {
        keep(origin)
        val window = open()
        window.showLoadFailure()
        val dialog = ShadowAlertDialog.getLatestAlertDialog()
        val message = shadowOf(dialog).message.toString()
        assertEquals("No se pudo cargar Butaca desde tv.ejemplo.com:8443. Comprueba la conexión.", message)
        dialog.getButton(AlertDialog.BUTTON_NEGATIVE).performClick()
        shadowOf(Looper.getMainLooper()).idle()
        assertEquals(true, started()!!.getBooleanExtra("chooseServer", false))
    }

    @Test
    fun `the key «back» goes to the page when it listens, and closes the app when there is no history`() {
        keep(origin)
        val window = open()
        window.showPage("$origin/")
        window.call("ButacaShell", "addListener", JSONObject().put("eventName", "back"))
        window.onBackPressedDispatcher.onBackPressed()
        assertEquals(false, window.isFinishing)
        val silent = open()
        silent.onBackPressedDispatcher.onBackPressed()
        assertTrue(silent.isFinishing)
    }

    @Test
    fun `the key «back» on the bundled page returns to the kept server`() {
        keep(origin)
        open(Intent(application, MainActivity::class.java).putExtra("chooseServer", true))
            .onBackPressedDispatcher.onBackPressed()
        assertEquals(false, started()!!.getBooleanExtra("chooseServer", true))
    }

    @Test
    fun `keeps the screen on and lets it go`() {
        keep(origin)
        val window = open()
        window.showPage("$origin/")
        val flag = WindowManager.LayoutParams.FLAG_KEEP_SCREEN_ON
        window.call("ButacaShell", "keepAwake", JSONObject().put("isOn", true))
        assertEquals(flag, window.window.attributes.flags and flag)
        window.call("ButacaShell", "keepAwake", JSONObject().put("isOn", false))
        assertEquals(0, window.window.attributes.flags and flag)
    }

    @Test
    fun `closes the app when the page asks for it`() {
        keep(origin)
        val window = open()
        window.showPage("$origin/")
        window.call("ButacaShell", "exit")
        assertTrue(window.isFinishing)
    }
}
