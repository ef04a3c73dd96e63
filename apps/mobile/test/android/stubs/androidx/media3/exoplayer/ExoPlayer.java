package androidx.media3.exoplayer;

import android.content.Context;
import androidx.media3.common.AudioAttributes;
import androidx.media3.common.Player;
import androidx.media3.exoplayer.source.MediaSource;

public interface ExoPlayer extends Player {
    final class Builder {
        public Builder(Context context) {}

        public ExoPlayer build() {
            throw new UnsupportedOperationException("Media3 is not here; this stub is for the compiler");
        }

        public Builder setAudioAttributes(AudioAttributes audioAttributes, boolean handleAudioFocus) {
            return this;
        }

        public Builder setHandleAudioBecomingNoisy(boolean handleAudioBecomingNoisy) {
            return this;
        }

        public Builder setMediaSourceFactory(MediaSource.Factory mediaSourceFactory) {
            return this;
        }

        public Builder setWakeMode(int wakeMode) {
            return this;
        }
    }
}
