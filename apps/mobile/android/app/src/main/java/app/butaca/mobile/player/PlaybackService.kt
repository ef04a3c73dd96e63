package app.butaca.mobile.player

import android.content.Context
import android.content.Intent
import androidx.media3.common.Player
import androidx.media3.session.MediaSession
import androidx.media3.session.MediaSessionService

/**
 * Keeps the sound playing while the app is in the background, and gives the system's media controls what plays. It
 * runs only while there is a player; the player itself belongs to its [ExoEngine].
 */
class PlaybackService : MediaSessionService() {
    private var session: MediaSession? = null

    override fun onCreate() {
        super.onCreate()
        running = this
        show(player)
    }

    override fun onGetSession(controllerInfo: MediaSession.ControllerInfo): MediaSession? = session

    /** The person has removed the app from the list of recent ones, which ends playback. */
    override fun onTaskRemoved(rootIntent: Intent?) {
        PlayerHub.session?.close()
        stopSelf()
    }

    override fun onDestroy() {
        running = null
        show(null)
        super.onDestroy()
    }

    private fun show(player: Player?) {
        session?.release()
        session = player?.let { MediaSession.Builder(this, it).build() }
        session?.let(::addSession)
    }

    companion object {
        /** What plays now; the main thread alone reads and writes it. */
        private var player: Player? = null
        private var running: PlaybackService? = null

        /** Starts the service for a player, or gives the running service another player. */
        fun start(context: Context, newPlayer: Player) {
            player = newPlayer
            running?.show(newPlayer) ?: context.startService(Intent(context, PlaybackService::class.java))
        }

        /** Ends the system's media controls; the player can be released afterwards. */
        fun stop(context: Context) {
            player = null
            running?.show(null)
            context.stopService(Intent(context, PlaybackService::class.java))
        }
    }
}
