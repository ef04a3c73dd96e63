package androidx.media3.datasource;

import java.io.IOException;

public final class ResolvingDataSource implements DataSource {
    private ResolvingDataSource() {}

    public static final class Factory implements DataSource.Factory {
        public Factory(DataSource.Factory upstreamFactory, Resolver resolver) {}

        @Override
        public ResolvingDataSource createDataSource() {
            return new ResolvingDataSource();
        }
    }

    public interface Resolver {
        DataSpec resolveDataSpec(DataSpec dataSpec) throws IOException;
    }
}
