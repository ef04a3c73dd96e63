package app.butaca.mobile.player

import android.content.Context
import android.webkit.CookieManager
import androidx.media3.common.AudioAttributes
import androidx.media3.common.C
import androidx.media3.common.MediaItem
import androidx.media3.common.MediaMetadata
import androidx.media3.common.PlaybackException
import androidx.media3.common.Player
import androidx.media3.datasource.DataSource
import androidx.media3.datasource.DataSourceException
import androidx.media3.datasource.DefaultHttpDataSource
import androidx.media3.datasource.ResolvingDataSource
import androidx.media3.exoplayer.ExoPlayer
import androidx.media3.exoplayer.source.DefaultMediaSourceFactory
import app.butaca.mobile.server.originOf

private const val MS_PER_SECOND = 1000.0

/** Plays a media with Media3's ExoPlayer. It asks for the audio focus, and pauses when headphones are pulled out. */
class ExoEngine(
    private val context: Context,
    private val media: Media,
    startSeconds: Double,
    private val listener: EngineListener,
) : PlayerEngine, Player.Listener {
    /** The player, for the window that shows it and for the system's media controls. */
    val player: ExoPlayer = ExoPlayer.Builder(context)
        .setMediaSourceFactory(DefaultMediaSourceFactory(createDataSourceFactory()))
        .setAudioAttributes(
            AudioAttributes.Builder().setUsage(C.USAGE_MEDIA).setContentType(C.AUDIO_CONTENT_TYPE_MOVIE).build(),
            true,
        )
        .setHandleAudioBecomingNoisy(true)
        .setWakeMode(C.WAKE_MODE_NETWORK)
        .build()

    init {
        val item = MediaItem.Builder()
            .setUri(media.url)
            .setMediaMetadata(MediaMetadata.Builder().setTitle(media.title).build())
            .build()
        player.addListener(this)
        if (media.isLive) player.setMediaItem(item) else player.setMediaItem(item, toMs(startSeconds))
        player.playWhenReady = true
        player.prepare()
        PlaybackService.start(context, player)
    }

    override val position: Double get() = player.currentPosition.coerceAtLeast(0) / MS_PER_SECOND

    override val duration: Double? get() = player.duration.takeIf { it != C.TIME_UNSET }?.div(MS_PER_SECOND)

    override fun resume() = player.play()

    override fun pause() = player.pause()

    override fun seek(seconds: Double) = player.seekTo(toMs(seconds))

    override fun seekToLive() {
        player.seekToDefaultPosition()
        player.prepare()
    }

    override fun close() {
        player.removeListener(this)
        PlaybackService.stop(context)
        // It returns when the loaders have been ended, and with them their connections.
        player.release()
    }

    override fun onPlaybackStateChanged(playbackState: Int) {
        when (playbackState) {
            Player.STATE_READY -> {
                listener.onReady()
                listener.onPlaying(player.playWhenReady)
            }
            Player.STATE_ENDED -> listener.onEnded()
            else -> Unit
        }
    }

    override fun onPlayWhenReadyChanged(playWhenReady: Boolean, reason: Int) {
        if (player.playbackState == Player.STATE_READY) listener.onPlaying(playWhenReady)
    }

    override fun onPositionDiscontinuity(
        oldPosition: Player.PositionInfo,
        newPosition: Player.PositionInfo,
        reason: Int,
    ) {
        if (reason == Player.DISCONTINUITY_REASON_SEEK && !media.isLive) {
            listener.onSeek(newPosition.positionMs / MS_PER_SECOND)
        }
    }

    override fun onPlayerError(error: PlaybackException) = listener.onFailure(error.errorCode)

    /** Sends the web view's cookies, which prove to the gateway who got the address, and refuses every other server. */
    private fun createDataSourceFactory(): DataSource.Factory {
        val origin = originOf(media.url)
        val http = DefaultHttpDataSource.Factory().setAllowCrossProtocolRedirects(false)
        val cookies = CookieManager.getInstance().getCookie(media.url)
        if (cookies != null) http.setDefaultRequestProperties(mapOf("Cookie" to cookies))
        return ResolvingDataSource.Factory(http) { request ->
            if (originOf(request.uri.toString()) != origin) {
                throw DataSourceException(PlaybackException.ERROR_CODE_IO_NO_PERMISSION)
            }
            request
        }
    }

    private fun toMs(seconds: Double): Long = (seconds * MS_PER_SECOND).toLong()
}
