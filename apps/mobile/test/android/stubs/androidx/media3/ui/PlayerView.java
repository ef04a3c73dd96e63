package androidx.media3.ui;

import android.content.Context;
import android.util.AttributeSet;
import android.view.KeyEvent;
import android.widget.FrameLayout;
import androidx.annotation.Nullable;
import androidx.media3.common.Player;

public class PlayerView extends FrameLayout {
    private Player player;
    private boolean useController = true;

    public PlayerView(Context context, @Nullable AttributeSet attrs) {
        super(context, attrs);
    }

    @Override
    public boolean dispatchKeyEvent(KeyEvent event) {
        return super.dispatchKeyEvent(event);
    }

    @Nullable
    public Player getPlayer() {
        return player;
    }

    public boolean getUseController() {
        return useController;
    }

    public void setControllerVisibilityListener(@Nullable ControllerVisibilityListener listener) {}

    public void setPlayer(@Nullable Player player) {
        this.player = player;
    }

    public void setUseController(boolean useController) {
        this.useController = useController;
    }

    public interface ControllerVisibilityListener {
        void onVisibilityChanged(int visibility);
    }
}
