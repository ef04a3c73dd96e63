package androidx.media3.common;

public final class C {
    private C() {}

    public static final int AUDIO_CONTENT_TYPE_MOVIE = 3;
    public static final long TIME_UNSET = Long.MIN_VALUE + 1;
    public static final int USAGE_MEDIA = 1;
    public static final int WAKE_MODE_NETWORK = 2;
}
