package app.butaca.mobile.player

import android.app.Activity
import android.app.PictureInPictureParams
import android.content.Intent
import android.content.pm.PackageManager
import android.content.res.Configuration
import android.os.Build
import android.os.Bundle
import android.util.Rational
import android.view.KeyEvent
import android.view.View
import android.view.WindowInsets
import android.view.WindowInsetsController
import android.view.WindowManager
import android.widget.Button
import android.widget.TextView
import androidx.media3.ui.PlayerView
import app.butaca.mobile.R

/** The full-screen player's window: the picture, Media3's controls, the title, the next chapter, the touch lock and «Cerrar». */
class PlayerActivity : Activity(), PlayerScreen {
    private lateinit var view: PlayerView
    private lateinit var overlay: View
    private lateinit var title: TextView
    private lateinit var next: Button
    private lateinit var lock: TouchLock
    private var isStopped = false
    private var isInSmallWindow = false

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        window.addFlags(WindowManager.LayoutParams.FLAG_KEEP_SCREEN_ON)
        setContentView(R.layout.player)
        view = findViewById(R.id.player_view)
        overlay = findViewById(R.id.player_overlay)
        title = findViewById(R.id.player_title)
        next = findViewById(R.id.player_next)
        next.setOnClickListener { PlayerHub.session?.next() }
        findViewById<Button>(R.id.player_close).setOnClickListener { PlayerHub.session?.close() ?: finish() }
        addLock()
        view.setControllerVisibilityListener(
            PlayerView.ControllerVisibilityListener { overlay.visibility = if (isLocked) View.GONE else it },
        )
        hideSystemBars()
        attach()
    }

    override fun onNewIntent(intent: Intent?) {
        super.onNewIntent(intent)
        attach()
    }

    override fun onStart() {
        super.onStart()
        isStopped = false
    }

    override fun onStop() {
        super.onStop()
        isStopped = true
    }

    override fun onDestroy() {
        view.player = null
        val session = PlayerHub.session
        if (session?.screen === this) session.screen = null
        super.onDestroy()
    }

    override fun show(state: ScreenState) {
        view.player = PlayerHub.player
        title.text = state.title
        next.setText(if (state.isLive) R.string.next_channel else R.string.next_chapter)
        next.visibility = if (state.hasNext) View.VISIBLE else View.GONE
    }

    override fun showWaiting() {
        view.player = null
        next.visibility = View.GONE
    }

    override fun dismiss() = finish()

    @Deprecated("The window has no other use for the key, and the function is called on every version of Android")
    override fun onBackPressed() {
        if (isLocked) return lock.showButton()
        PlayerHub.session?.close() ?: finish()
    }

    /** A remote's keys work the controls wherever the focus is, unless the controls are locked. */
    override fun dispatchKeyEvent(event: KeyEvent): Boolean {
        if (!isLocked) return super.dispatchKeyEvent(event) || view.dispatchKeyEvent(event)
        lock.showButton()
        return super.dispatchKeyEvent(event)
    }

    /** The person goes to another app: the picture goes on in a small window where the device has such windows. */
    override fun onUserLeaveHint() {
        super.onUserLeaveHint()
        if (Build.VERSION.SDK_INT < Build.VERSION_CODES.O) return
        if (!packageManager.hasSystemFeature(PackageManager.FEATURE_PICTURE_IN_PICTURE)) return
        if (PlayerHub.session?.isOpen != true) return
        enterPictureInPictureMode(PictureInPictureParams.Builder().setAspectRatio(Rational(16, 9)).build())
    }

    override fun onPictureInPictureModeChanged(isInPictureInPictureMode: Boolean, newConfig: Configuration) {
        super.onPictureInPictureModeChanged(isInPictureInPictureMode, newConfig)
        isInSmallWindow = isInPictureInPictureMode
        // A small window has room for the picture alone, and its touches are the system's.
        if (isInPictureInPictureMode) lock.visibility = View.GONE
        showControls()
        // The small window was closed, and not enlarged: the activity has been stopped before.
        if (!isInPictureInPictureMode && isStopped) PlayerHub.session?.close()
    }

    private val isLocked get() = lock.visibility == View.VISIBLE

    private fun addLock() {
        lock = findViewById(R.id.player_touch_lock)
        lock.onUnlock = ::showControls
        findViewById<Button>(R.id.player_lock).run {
            visibility = if (packageManager.hasSystemFeature(PackageManager.FEATURE_TOUCHSCREEN)) View.VISIBLE else View.GONE
            setOnClickListener {
                lock.begin()
                showControls()
            }
        }
    }

    /** Shows the controls, except while they are locked or in the small window. */
    private fun showControls() {
        val areShown = !isLocked && !isInSmallWindow
        view.useController = areShown
        overlay.visibility = if (areShown) View.VISIBLE else View.GONE
    }

    private fun attach() {
        val session = PlayerHub.session
        if (session == null || !session.isOpen) finish() else session.screen = this
    }

    private fun hideSystemBars() {
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.R) {
            window.insetsController?.run {
                hide(WindowInsets.Type.systemBars())
                systemBarsBehavior = WindowInsetsController.BEHAVIOR_SHOW_TRANSIENT_BARS_BY_SWIPE
            }
        } else {
            @Suppress("DEPRECATION")
            window.decorView.systemUiVisibility =
                View.SYSTEM_UI_FLAG_FULLSCREEN or View.SYSTEM_UI_FLAG_HIDE_NAVIGATION or View.SYSTEM_UI_FLAG_IMMERSIVE_STICKY
        }
    }
}
