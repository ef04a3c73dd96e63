package androidx.media3.datasource;

import java.io.IOException;

public class DataSourceException extends IOException {
    public DataSourceException(int reason) {}
}
