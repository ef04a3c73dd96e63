package androidx.webkit;

import androidx.annotation.Nullable;

public class WebMessageCompat {
    public WebMessageCompat(@Nullable String data) {}

    @Nullable
    public String getData() {
        return null;
    }
}
