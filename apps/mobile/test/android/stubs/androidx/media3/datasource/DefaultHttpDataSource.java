package androidx.media3.datasource;

import java.util.Map;

public class DefaultHttpDataSource implements HttpDataSource {
    private DefaultHttpDataSource() {}

    public static final class Factory implements HttpDataSource.Factory {
        public Factory() {}

        @Override
        public DefaultHttpDataSource createDataSource() {
            return new DefaultHttpDataSource();
        }

        public Factory setAllowCrossProtocolRedirects(boolean allowCrossProtocolRedirects) {
            return this;
        }

        public Factory setDefaultRequestProperties(Map<String, String> defaultRequestProperties) {
            return this;
        }
    }
}
