package androidx.webkit;

import android.content.Context;
import android.content.pm.PackageInfo;
import android.net.Uri;
import android.webkit.WebView;
import androidx.annotation.Nullable;
import java.util.Set;

public class WebViewCompat {
    private WebViewCompat() {}

    public static ScriptHandler addDocumentStartJavaScript(
            WebView webview, String script, Set<String> allowedOriginRules) {
        throw new UnsupportedOperationException("androidx.webkit is not here; this stub is for the compiler");
    }

    public static void addWebMessageListener(
            WebView webView, String jsObjectName, Set<String> allowedOriginRules, WebMessageListener listener) {
        throw new UnsupportedOperationException("androidx.webkit is not here; this stub is for the compiler");
    }

    @Nullable
    public static PackageInfo getCurrentWebViewPackage(Context context) {
        return null;
    }

    public interface WebMessageListener {
        void onPostMessage(
                WebView view,
                WebMessageCompat message,
                Uri sourceOrigin,
                boolean isMainFrame,
                JavaScriptReplyProxy replyProxy);
    }
}
