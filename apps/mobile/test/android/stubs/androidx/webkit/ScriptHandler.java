package androidx.webkit;

public interface ScriptHandler {}
