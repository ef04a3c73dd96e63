package androidx.media3.datasource;

public interface DataSource {
    interface Factory {
        DataSource createDataSource();
    }
}
