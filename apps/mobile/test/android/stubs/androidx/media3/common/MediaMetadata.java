package androidx.media3.common;

import androidx.annotation.Nullable;

public final class MediaMetadata {
    private MediaMetadata() {}

    public static final class Builder {
        public Builder() {}

        public MediaMetadata build() {
            return new MediaMetadata();
        }

        public Builder setTitle(@Nullable CharSequence title) {
            return this;
        }
    }
}
