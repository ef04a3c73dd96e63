package androidx.media3.common;

public interface Player {
    int DISCONTINUITY_REASON_SEEK = 1;
    int STATE_ENDED = 4;
    int STATE_READY = 3;

    void addListener(Listener listener);

    long getCurrentPosition();

    long getDuration();

    boolean getPlayWhenReady();

    int getPlaybackState();

    void pause();

    void play();

    void prepare();

    void release();

    void removeListener(Listener listener);

    void seekTo(long positionMs);

    void seekToDefaultPosition();

    void setMediaItem(MediaItem mediaItem);

    void setMediaItem(MediaItem mediaItem, long startPositionMs);

    void setPlayWhenReady(boolean playWhenReady);

    interface Listener {
        default void onPlayWhenReadyChanged(boolean playWhenReady, int reason) {}

        default void onPlaybackStateChanged(int playbackState) {}

        default void onPlayerError(PlaybackException error) {}

        default void onPositionDiscontinuity(PositionInfo oldPosition, PositionInfo newPosition, int reason) {}
    }

    final class PositionInfo {
        private PositionInfo(long positionMs) {
            this.positionMs = positionMs;
        }

        public final long positionMs;
    }
}
