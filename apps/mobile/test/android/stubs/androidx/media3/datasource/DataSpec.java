package androidx.media3.datasource;

import android.net.Uri;

public final class DataSpec {
    public final Uri uri;

    public DataSpec(Uri uri) {
        this.uri = uri;
    }
}
