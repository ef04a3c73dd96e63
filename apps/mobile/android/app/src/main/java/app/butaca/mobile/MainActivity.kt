package app.butaca.mobile

import android.app.AlertDialog
import android.content.ActivityNotFoundException
import android.content.Context
import android.content.Intent
import android.content.pm.ApplicationInfo
import android.os.Bundle
import android.webkit.ServiceWorkerClient
import android.webkit.ServiceWorkerController
import android.webkit.WebResourceRequest
import androidx.activity.OnBackPressedCallback
import app.butaca.mobile.server.KeptServer
import app.butaca.mobile.server.PageGuard
import app.butaca.mobile.session.SessionStore
import app.butaca.mobile.session.createKeystoreSealer
import com.getcapacitor.BridgeActivity
import com.getcapacitor.CapConfig
import com.getcapacitor.plugin.WebView

/** Where Capacitor serves the pages that the app contains. */
private const val BUNDLED_ORIGIN = "https://localhost"

/** The extra of the intent that asks for another server. */
private const val CHOOSE_SERVER = "chooseServer"

/** The app's window: the kept server's page, or the bundled page that asks for a server. */
class MainActivity : BridgeActivity() {
    lateinit var session: SessionStore
        private set
    lateinit var kept: KeptServer
        private set
    lateinit var guard: PageGuard
        private set

    /** The origin of the server that this window shows; null while the bundled page is shown. */
    var serverOrigin: String? = null
        private set

    /** The origin of the page that this window was opened for. */
    val pageOrigin: String get() = serverOrigin ?: BUNDLED_ORIGIN

    private var failureDialog: AlertDialog? = null

    override fun onCreate(savedInstanceState: Bundle?) {
        session = SessionStore(getSharedPreferences("session", Context.MODE_PRIVATE), createKeystoreSealer())
        kept = KeptServer(getSharedPreferences("server", Context.MODE_PRIVATE), session)
        serverOrigin = kept.origin.takeUnless { intent.getBooleanExtra(CHOOSE_SERVER, false) }
        guard = PageGuard(serverOrigin, BUNDLED_ORIGIN)
        config = createConfig()
        registerPlugin(ButacaShellPlugin::class.java)
        registerPlugin(ButacaPlayerPlugin::class.java)
        forgetServerBasePath()
        super.onCreate(savedInstanceState)
        onBackPressedDispatcher.addCallback(
            this,
            object : OnBackPressedCallback(true) {
                override fun handleOnBackPressed() = goBack()
            },
        )
    }

    override fun load() {
        super.load()
        bridge.webViewClient = ShellWebViewClient(bridge, this)
        ServiceWorkerController.getInstance().setServiceWorkerClient(
            object : ServiceWorkerClient() {
                override fun shouldInterceptRequest(request: WebResourceRequest) =
                    refuse(request, serverOrigin) ?: bridge.localServer.shouldInterceptRequest(request)
            },
        )
    }

    /** Opens this window anew, for the kept server or to choose another one. Callable from every thread. */
    fun restart(isChoosing: Boolean) = runOnUiThread {
        val flags = Intent.FLAG_ACTIVITY_NEW_TASK or Intent.FLAG_ACTIVITY_CLEAR_TASK
        startActivity(Intent(this, MainActivity::class.java).putExtra(CHOOSE_SERVER, isChoosing).addFlags(flags))
        finish()
    }

    /** Gives an address to the system's browser, or does nothing where there is none. */
    fun openOutside(intent: Intent) {
        try {
            startActivity(intent)
        } catch (_: ActivityNotFoundException) {
            android.util.Log.i("Butaca", "No program opens an address of the kind ${intent.data?.scheme}")
        }
    }

    /** Says that the kept server's page could not be loaded, and offers what can be done about it. */
    fun showLoadFailure() {
        val origin = serverOrigin ?: return
        if (isFinishing || failureDialog?.isShowing == true) return
        failureDialog = AlertDialog.Builder(this)
            .setMessage(getString(R.string.server_unreachable, origin.substringAfter("://")))
            .setPositiveButton(R.string.retry) { _, _ -> bridge.webView.loadUrl(origin) }
            .setNegativeButton(R.string.change_server) { _, _ -> restart(isChoosing = true) }
            .setCancelable(false)
            .show()
    }

    override fun onDestroy() {
        failureDialog?.dismiss()
        super.onDestroy()
    }

    /** The page decides about the key «back» when it listens; otherwise history, then the end of the app. */
    private fun goBack() {
        val plugin = bridge.getPlugin("ButacaShell")?.instance as? ButacaShellPlugin
        when {
            plugin?.tellBack() == true -> Unit
            bridge.webView.canGoBack() -> bridge.webView.goBack()
            serverOrigin == null && kept.origin != null -> restart(isChoosing = false)
            else -> finish()
        }
    }

    /** A page can make Capacitor keep a folder from which it reads the bundled page at later starts, and so break that page. */
    private fun forgetServerBasePath() {
        getSharedPreferences(WebView.WEBVIEW_PREFS_NAME, Context.MODE_PRIVATE).edit().remove(WebView.CAP_SERVER_PATH).commit()
    }

    private fun createConfig(): CapConfig {
        val isDebuggable = applicationInfo.flags and ApplicationInfo.FLAG_DEBUGGABLE != 0
        return CapConfig.Builder(this)
            .setServerUrl(serverOrigin)
            .setAllowNavigation(emptyArray())
            .setAllowMixedContent(false)
            .setBackgroundColor("#0b0b0f")
            .setLoggingEnabled(isDebuggable)
            .setWebContentsDebuggingEnabled(isDebuggable)
            .create()
    }
}
