package app.butaca.mobile.player

/** What plays a single item of media. Times are in seconds; every function is called on the main thread. */
interface PlayerEngine {
    /** The position now. */
    val position: Double

    /** The duration, or null while it is unknown and for a live channel. */
    val duration: Double?

    fun resume()

    fun pause()

    fun seek(seconds: Double)

    /** Goes to the present end of a live channel. */
    fun seekToLive()

    /** Ends playback; its connections are closed when this returns. */
    fun close()
}

/** What an engine reports, on the main thread. */
interface EngineListener {
    /** The media has been opened and can play. */
    fun onReady()

    fun onPlaying(isPlaying: Boolean)

    /** The person has sought in the player's own controls, or a request to seek was carried out. */
    fun onSeek(seconds: Double)

    fun onEnded()

    /** @param code see [PlayerFailure] */
    fun onFailure(code: Int)
}

/** Creates an engine that opens a media at a position at once, and plays it when it is ready. */
fun interface EngineFactory {
    fun open(media: Media, startSeconds: Double, listener: EngineListener): PlayerEngine
}

/** The passing of time, on the main thread. */
interface PlayerClock {
    fun nowMs(): Long

    /** Calls a function after a time, unless the returned function is called before. */
    fun after(ms: Long, run: () -> Unit): () -> Unit
}
