package app.butaca.mobile

import android.graphics.Bitmap
import android.webkit.WebResourceError
import android.webkit.WebResourceRequest
import android.webkit.WebResourceResponse
import android.webkit.WebView
import app.butaca.mobile.server.isCapacitorPath
import app.butaca.mobile.server.mayRequest
import com.getcapacitor.Bridge
import com.getcapacitor.BridgeWebViewClient
import java.io.ByteArrayInputStream

/** Refuses clear text and the app's files, follows which page is shown, and says when the server's page could not be loaded. */
class ShellWebViewClient(bridge: Bridge, private val shell: MainActivity) : BridgeWebViewClient(bridge) {
    override fun shouldInterceptRequest(view: WebView, request: WebResourceRequest): WebResourceResponse? =
        refuse(request, shell.serverOrigin) ?: super.shouldInterceptRequest(view, request)

    override fun onPageStarted(view: WebView, url: String, favicon: Bitmap?) {
        shell.guard.show(url)
        super.onPageStarted(view, url, favicon)
    }

    override fun onReceivedError(view: WebView, request: WebResourceRequest, error: WebResourceError) {
        super.onReceivedError(view, request, error)
        if (request.isForMainFrame) shell.showLoadFailure()
    }
}

/**
 * An empty answer for a request in clear text to anything but the kept server, and for the app's files while a server's
 * page is shown; null for every other request.
 */
internal fun refuse(request: WebResourceRequest, keptOrigin: String?): WebResourceResponse? {
    val reason = when {
        !mayRequest(request.url.toString(), keptOrigin) -> "Clear text is refused"
        keptOrigin != null && isCapacitorPath(request.url.path.orEmpty()) -> "The app's files are refused"
        else -> return null
    }
    return WebResourceResponse("text/plain", "utf-8", 403, reason, emptyMap(), ByteArrayInputStream(ByteArray(0)))
}
