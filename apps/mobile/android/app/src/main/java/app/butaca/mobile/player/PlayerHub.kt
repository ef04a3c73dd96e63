package app.butaca.mobile.player

import android.content.Context
import android.content.Intent
import android.os.Handler
import android.os.Looper
import android.os.SystemClock
import androidx.media3.common.Player

/**
 * Connects the page's plugin, the full-screen window and the service, which the system creates and destroys one by one.
 * Only the main thread uses it.
 */
object PlayerHub {
    var session: PlayerSession? = null
        private set

    /** What plays now, for the window. */
    var player: Player? = null
        private set

    /** Creates the session of a page, and closes what the page before has played. */
    fun open(
        context: Context,
        engines: EngineFactory = createEngines(context),
        tell: (PlayerEvent) -> Unit,
    ): PlayerSession {
        session?.leave()
        val windowed = EngineFactory { media, startSeconds, listener ->
            engines.open(media, startSeconds, listener).also {
                context.startActivity(
                    Intent(context, PlayerActivity::class.java)
                        .addFlags(Intent.FLAG_ACTIVITY_NEW_TASK or Intent.FLAG_ACTIVITY_SINGLE_TOP),
                )
            }
        }
        return PlayerSession(windowed, HandlerClock, tell).also { session = it }
    }

    private fun createEngines(context: Context) = EngineFactory { media, startSeconds, listener ->
        ExoEngine(context, media, startSeconds, listener).also { player = it.player }
    }
}

private object HandlerClock : PlayerClock {
    private val handler = Handler(Looper.getMainLooper())

    override fun nowMs(): Long = SystemClock.elapsedRealtime()

    override fun after(ms: Long, run: () -> Unit): () -> Unit {
        val task = Runnable(run)
        handler.postDelayed(task, ms)
        return { handler.removeCallbacks(task) }
    }
}
