package androidx.webkit;

public abstract class JavaScriptReplyProxy {
    JavaScriptReplyProxy() {}

    public abstract void postMessage(String message);
}
