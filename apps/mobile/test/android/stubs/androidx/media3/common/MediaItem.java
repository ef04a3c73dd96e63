package androidx.media3.common;

import androidx.annotation.Nullable;

public final class MediaItem {
    private MediaItem() {}

    public static final class Builder {
        public Builder() {}

        public MediaItem build() {
            return new MediaItem();
        }

        public Builder setMediaMetadata(MediaMetadata mediaMetadata) {
            return this;
        }

        public Builder setUri(@Nullable String uri) {
            return this;
        }
    }
}
