package androidx.media3.session;

import android.content.Context;
import androidx.media3.common.Player;

public class MediaSession {
    private MediaSession() {}

    public final void release() {}

    public static final class Builder {
        public Builder(Context context, Player player) {}

        public MediaSession build() {
            return new MediaSession();
        }
    }

    public static final class ControllerInfo {
        private boolean trusted;
        private String packageName = "";

        private ControllerInfo() {}

        public String getPackageName() {
            return packageName;
        }

        public boolean isTrusted() {
            return trusted;
        }
    }
}
