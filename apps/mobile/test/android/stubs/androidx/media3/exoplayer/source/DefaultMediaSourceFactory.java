package androidx.media3.exoplayer.source;

import androidx.media3.datasource.DataSource;

public final class DefaultMediaSourceFactory implements MediaSource.Factory {
    public DefaultMediaSourceFactory(DataSource.Factory dataSourceFactory) {}
}
