package app.butaca.mobile.player

/*
 * Carries out the page's requests one after the other, and tells the page what happens. One engine exists at a time: the
 * engine before is closed before the next one is opened, because a provider may allow a single connection. What an
 * engine reports after its end is ignored. Requests that arrive while a media is being opened take effect when it is
 * ready. After a failure the player is closed, so that the page, which is under its window, can say why and offer to try
 * again. The page stops a chapter before it requests the next one's address; the window stays open meanwhile, for a
 * limited time. Everything happens on the main thread.
 */

/** A position is told once a second at most. */
private const val TELL_EVERY_MS = 1000L

/** A media that has not been opened after this time has failed. */
private const val OPEN_TIMEOUT_MS = 60_000L

/** After this time without the next chapter or channel, the window that waits for it closes. */
internal const val NEXT_WAIT_MS = 15_000L

private const val REPLACED = "Se pidió reproducir otra cosa."
private const val NOTHING_PLAYS = "No se está reproduciendo nada."
private const val LIVE_SEEK = "No se puede buscar en este canal."

class PlayerSession(
    private val engines: EngineFactory,
    private val clock: PlayerClock,
    private val tell: (PlayerEvent) -> Unit,
) {
    /** The window that shows the player; it gets the present state when it is set. */
    var screen: PlayerScreen? = null
        set(value) {
            field = value
            showState()
        }

    /** Whether there is something that a window can show, or soon will be. */
    val isOpen: Boolean get() = current != null || cancelWait != null

    private var current: Playing? = null

    /** Whether the page is about to play the next chapter or channel. */
    private var isNextDue = false

    /** Ends the wait for the next media; null while the window does not wait. */
    private var cancelWait: (() -> Unit)? = null

    /** Stops what plays, and plays a media; answers when it is ready, or says why it is not. */
    fun play(media: Media, answer: (PlayerAnswer) -> Unit) {
        end(REPLACED)
        endWait()
        val playing = Playing(media)
        current = playing
        showState()
        playing.open(answer)
    }

    /** Ends playback, for the page; the window stays open for a limited time where the next chapter is due. */
    fun stop(): PlayerAnswer {
        val isWaiting = isNextDue || cancelWait != null
        current?.tellPosition()
        end(REPLACED)
        if (isWaiting) waitForNext() else dismiss()
        return PlayerAnswer(success = true)
    }

    /** Ends playback and closes the window, for a page that goes away. */
    fun leave() {
        isNextDue = false
        endWait()
        stop()
    }

    fun pause(): PlayerAnswer = request { setPaused(true) }

    fun resume(): PlayerAnswer = request { setPaused(false) }

    fun seek(seconds: Double): PlayerAnswer {
        if (current?.media?.isLive == true) return PlayerAnswer(success = false, LIVE_SEEK)
        return request { seek(seconds.coerceAtLeast(0.0)) }
    }

    /** Closes the player, for the person: «Cerrar», the key «back», or the closed window of picture in picture. */
    fun close() {
        if (!isOpen) return
        leave()
        tell(PlayerEvent.Stop)
    }

    /** The person asks for the next chapter, which the page then plays. */
    fun next() {
        if (current?.media?.hasNext != true) return
        isNextDue = true
        tell(PlayerEvent.Next)
    }

    private fun request(run: Playing.() -> Unit): PlayerAnswer {
        val playing = current ?: return PlayerAnswer(success = false, NOTHING_PLAYS)
        playing.run()
        return PlayerAnswer(success = true)
    }

    private fun waitForNext() {
        screen?.showWaiting()
        if (cancelWait == null) cancelWait = clock.after(NEXT_WAIT_MS) { dismiss() }
    }

    private fun endWait() {
        cancelWait?.invoke()
        cancelWait = null
    }

    private fun dismiss() {
        endWait()
        screen?.dismiss()
    }

    private fun end(why: String) {
        isNextDue = false
        val playing = current ?: return
        current = null
        playing.end(why)
    }

    private fun showState() {
        if (cancelWait != null) screen?.showWaiting()
        val playing = current ?: return
        screen?.show(playing.media.run { ScreenState(title, isLive, hasNext) })
    }

    private inner class Playing(val media: Media) {
        private var engine: PlayerEngine? = null
        private var listener: EngineListener? = null
        private var isReady = false
        private var answer: ((PlayerAnswer) -> Unit)? = null
        private var waitingSeek: Double? = null
        private var isPaused = false
        private var isPlaying = false
        private var toldAtMs = Long.MIN_VALUE
        private var cancelTimer: () -> Unit = {}

        fun open(answer: (PlayerAnswer) -> Unit) {
            this.answer = answer
            val listener = Listener()
            this.listener = listener
            cancelTimer = clock.after(OPEN_TIMEOUT_MS) { listener.onFailure(PlayerFailure.OPEN_TIMEOUT) }
            engine = engines.open(media, media.startSeconds, listener)
        }

        fun end(why: String) {
            closeEngine()
            settle(PlayerAnswer(success = false, why))
        }

        fun setPaused(value: Boolean) {
            isPaused = value
            if (isReady) engine?.run { if (value) pause() else resume() }
        }

        fun seek(seconds: Double) {
            if (isReady) engine?.seek(seconds) else waitingSeek = seconds
        }

        /** Tells the position, unless nothing has been played. */
        fun tellPosition() {
            val engine = engine ?: return
            if (!isReady) return
            toldAtMs = clock.nowMs()
            tell(PlayerEvent.Time(engine.position, if (media.isLive) null else engine.duration))
        }

        private fun closeEngine() {
            cancelTimer()
            listener = null
            isPlaying = false
            engine?.close()
            engine = null
        }

        private fun settle(result: PlayerAnswer) {
            val waiting = answer ?: return
            answer = null
            waiting(result)
        }

        /** Tells the position every second while the media plays. */
        private fun follow() {
            cancelTimer()
            if (!isPlaying) return
            val waitMs = if (toldAtMs == Long.MIN_VALUE) 0 else (toldAtMs + TELL_EVERY_MS - clock.nowMs()).coerceAtLeast(0)
            cancelTimer = clock.after(waitMs) {
                tellPosition()
                follow()
            }
        }

        /** Hears the engine, until it is closed. */
        private inner class Listener : EngineListener {
            private val isCurrent get() = listener === this

            override fun onReady() {
                if (!isCurrent || isReady) return
                cancelTimer()
                isReady = true
                waitingSeek?.let { engine?.seek(it) }
                if (isPaused) engine?.pause()
                settle(PlayerAnswer(success = true))
            }

            override fun onPlaying(isPlaying: Boolean) {
                if (!isCurrent || this@Playing.isPlaying == isPlaying) return
                this@Playing.isPlaying = isPlaying
                if (!isPlaying) tellPosition()
                tell(if (isPlaying) PlayerEvent.Play else PlayerEvent.Pause)
                follow()
            }

            override fun onSeek(seconds: Double) {
                if (isCurrent) tell(PlayerEvent.Seek(seconds))
            }

            override fun onEnded() {
                if (!isCurrent) return
                tellPosition()
                isPlaying = false
                cancelTimer()
                isNextDue = media.hasNext
                tell(PlayerEvent.Ended)
            }

            override fun onFailure(code: Int) {
                if (!isCurrent) return
                if (code == PlayerFailure.BEHIND_LIVE_WINDOW && media.isLive) {
                    engine?.seekToLive()
                    return
                }
                val message = PlayerFailure.sentence(code)
                tellPosition()
                current = null
                isNextDue = false
                closeEngine()
                dismiss()
                // Whoever waits for the answer reads the failure there; everybody else hears the event.
                if (answer != null) settle(PlayerAnswer(success = false, message)) else tell(PlayerEvent.Error(message))
            }
        }
    }
}
