package androidx.media3.datasource;

public interface HttpDataSource extends DataSource {
    interface Factory extends DataSource.Factory {
        @Override
        HttpDataSource createDataSource();
    }
}
