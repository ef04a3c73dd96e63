package androidx.media3.common;

public final class AudioAttributes {
    private AudioAttributes() {}

    public static final class Builder {
        public Builder() {}

        public AudioAttributes build() {
            return new AudioAttributes();
        }

        public Builder setContentType(int contentType) {
            return this;
        }

        public Builder setUsage(int usage) {
            return this;
        }
    }
}
