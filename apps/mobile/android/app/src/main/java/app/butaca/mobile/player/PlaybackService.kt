package app.butaca.mobile.player

import android.content.Context
import android.content.Intent
import android.os.Handler
import android.os.Looper
import androidx.media3.common.Player
import androidx.media3.session.MediaSession
import androidx.media3.session.MediaSessionService

/**
 * Keeps the sound playing while the app is in the background, and gives the system's media controls what plays. It
 * runs while there is a player and [KEEP_MS] longer; the player itself belongs to its [ExoEngine].
 */
class PlaybackService : MediaSessionService() {
    private var session: MediaSession? = null

    override fun onCreate() {
        super.onCreate()
        running = this
        show(player)
    }

    /**
     * Any app of the device may ask for the session. It is given to the system's own controllers (its notification, headsets,
     * cars, assistants that the person has allowed) and to this app; others could stop and seek what somebody watches.
     */
    override fun onGetSession(controllerInfo: MediaSession.ControllerInfo): MediaSession? =
        session.takeIf { controllerInfo.isTrusted || controllerInfo.packageName == packageName }

    /** The person has removed the app from the list of recent ones, which ends playback. */
    override fun onTaskRemoved(rootIntent: Intent?) {
        PlayerHub.session?.close()
        if (running === this) running = null
        stopSelf()
    }

    /** Another service may have been started since this one was told to end. */
    override fun onDestroy() {
        if (running === this) running = null
        show(null)
        super.onDestroy()
    }

    private fun show(player: Player?) {
        session?.release()
        session = player?.let { MediaSession.Builder(this, it).build() }
        session?.let(::addSession)
    }

    companion object {
        /** How long the service outlives its player, because the next chapter or channel may follow. */
        internal const val KEEP_MS = NEXT_WAIT_MS

        /** What plays now; the main thread alone reads and writes it. */
        private var player: Player? = null
        /** The service that goes on; null from the moment on at which it is told to end. */
        private var running: PlaybackService? = null

        private val handler = Handler(Looper.getMainLooper())
        private var cancelEnd: () -> Unit = {}

        /** Starts the service for a player, or gives the running service another player. */
        fun start(context: Context, newPlayer: Player) {
            cancelEnd()
            player = newPlayer
            running?.show(newPlayer) ?: context.startService(Intent(context, PlaybackService::class.java))
        }

        /**
         * Ends the system's media controls; the player can be released afterwards. The service ends later, unless another
         * player comes: the system may refuse to start a service for an app in the background.
         */
        fun stop(context: Context) {
            player = null
            running?.show(null)
            cancelEnd()
            val end = Runnable {
                running = null
                context.stopService(Intent(context, PlaybackService::class.java))
            }
            cancelEnd = { handler.removeCallbacks(end) }
            handler.postDelayed(end, KEEP_MS)
        }
    }
}
