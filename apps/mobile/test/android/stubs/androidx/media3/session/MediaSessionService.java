package androidx.media3.session;

import android.app.Service;
import android.content.Intent;
import android.os.IBinder;
import androidx.annotation.Nullable;

public abstract class MediaSessionService extends Service {
    public MediaSessionService() {}

    public final void addSession(MediaSession session) {}

    @Override
    public IBinder onBind(@Nullable Intent intent) {
        return null;
    }

    @Override
    public void onCreate() {
        super.onCreate();
    }

    @Override
    public void onDestroy() {
        super.onDestroy();
    }

    @Nullable
    public abstract MediaSession onGetSession(MediaSession.ControllerInfo controllerInfo);

    @Override
    public void onTaskRemoved(@Nullable Intent rootIntent) {}
}
