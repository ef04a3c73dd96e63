package androidx.media3.exoplayer.source;

public interface MediaSource {
    interface Factory {}
}
