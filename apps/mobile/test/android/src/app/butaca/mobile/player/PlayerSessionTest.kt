package app.butaca.mobile.player

import org.junit.Assert.assertEquals
import org.junit.Assert.assertNull
import org.junit.Test

/** An engine that notes what it is asked, and reports what a test tells it to. */
private class FakeEngine(val media: Media, val startSeconds: Double, val listener: EngineListener) : PlayerEngine {
    val asked = mutableListOf<String>()
    var isClosed = false
    override var position = startSeconds
    override var duration: Double? = 60.0

    override fun resume() = note("resume")

    override fun pause() = note("pause")

    override fun seek(seconds: Double) = note("seek $seconds")

    override fun seekToLive() = note("live")

    override fun close() {
        isClosed = true
    }

    fun becomeReady() {
        listener.onReady()
        listener.onPlaying(true)
    }

    private fun note(request: String) {
        asked += request
    }
}

/** Time that a test moves by hand. */
private class FakeClock : PlayerClock {
    private var now = 0L
    private val tasks = mutableListOf<Pair<Long, () -> Unit>>()

    override fun nowMs() = now

    override fun after(ms: Long, run: () -> Unit): () -> Unit {
        val task = now + ms to run
        tasks += task
        return { tasks.removeIf { it === task } }
    }

    fun move(ms: Long) {
        val end = now + ms
        while (true) {
            val next = tasks.filter { it.first <= end }.minByOrNull { it.first } ?: break
            tasks.remove(next)
            now = next.first
            next.second()
        }
        now = end
    }
}

private class FakeScreen : PlayerScreen {
    val shown = mutableListOf<ScreenState>()
    var isDismissed = false
    var waits = 0

    override fun showWaiting() {
        waits += 1
    }

    override fun show(state: ScreenState) {
        shown += state
    }

    override fun dismiss() {
        isDismissed = true
    }
}

class PlayerSessionTest {
    private val engines = mutableListOf<FakeEngine>()
    private val clock = FakeClock()
    private val told = mutableListOf<PlayerEvent>()
    private val answers = mutableListOf<PlayerAnswer>()
    private val session = PlayerSession(
        { media, startSeconds, listener ->
            // A provider may allow one connection: the engine before is closed by now.
            assertEquals(emptyList<FakeEngine>(), engines.filterNot { it.isClosed })
            FakeEngine(media, startSeconds, listener).also { engines += it }
        },
        clock,
        { told += it },
    )
    private val film = Media("https://tv.ejemplo.com/api/stream/a/0", "Película", 12.5, isLive = false, hasNext = true)
    private val channel = film.copy(title = "Canal", startSeconds = 0.0, isLive = true, hasNext = false)
    private val engine get() = engines.last()
    private val success = PlayerAnswer(success = true)

    private fun play(media: Media = film) = session.play(media) { answers += it }

    private fun playing(media: Media = film): FakeEngine {
        play(media)
        engine.becomeReady()
        told.clear()
        return engine
    }

    @Test
    fun `answers when the media can play, and begins at the position asked for`() {
        play()
        assertEquals(emptyList<PlayerAnswer>(), answers)
        assertEquals(12.5, engine.startSeconds, 0.0)
        engine.becomeReady()
        assertEquals(listOf(success), answers)
        assertEquals(listOf<PlayerEvent>(PlayerEvent.Play), told)
    }

    @Test
    fun `says why a media does not start, closes the player, and tells no event besides`() {
        val screen = FakeScreen().also { session.screen = it }
        play()
        engine.listener.onFailure(2001)
        assertEquals(listOf(PlayerAnswer(success = false, "No hay conexión con el servidor.")), answers)
        assertEquals(emptyList<PlayerEvent>(), told)
        assertEquals(true, engine.isClosed && screen.isDismissed && !session.isOpen)
    }

    @Test
    fun `gives up after a minute in which nothing could be opened`() {
        play()
        clock.move(59_999)
        assertEquals(emptyList<PlayerAnswer>(), answers)
        clock.move(1)
        assertEquals(listOf(PlayerAnswer(success = false, "El servidor tardó demasiado en responder.")), answers)
        assertEquals(true, engine.isClosed)
    }

    @Test
    fun `closes what plays before it opens something else, and tells nothing more of it`() {
        val first = playing()
        play(channel)
        first.listener.onEnded()
        first.listener.onPlaying(false)
        first.listener.onFailure(2001)
        first.listener.onSeek(3.0)
        clock.move(5000)
        assertEquals(emptyList<PlayerEvent>(), told)
        engine.becomeReady()
        assertEquals(listOf(success, success), answers)
    }

    @Test
    fun `answers a request that another one replaces`() {
        play()
        play(channel)
        assertEquals(listOf(PlayerAnswer(success = false, "Se pidió reproducir otra cosa.")), answers)
        session.stop()
        assertEquals(2, answers.size)
    }

    @Test
    fun `carries out what is asked while the media is being opened, once it can`() {
        play()
        assertEquals(success, session.seek(30.0))
        assertEquals(success, session.seek(40.0))
        assertEquals(success, session.pause())
        assertEquals(emptyList<String>(), engine.asked)
        engine.listener.onReady()
        assertEquals(listOf("seek 40.0", "pause"), engine.asked)
    }

    @Test
    fun `pauses, resumes and seeks while it plays`() {
        playing()
        session.pause()
        session.resume()
        session.seek(-5.0)
        assertEquals(listOf("pause", "resume", "seek 0.0"), engine.asked)
        engine.listener.onSeek(0.0)
        assertEquals(listOf<PlayerEvent>(PlayerEvent.Seek(0.0)), told)
    }

    @Test
    fun `refuses requests while nothing plays, and to seek in a channel`() {
        val nothing = PlayerAnswer(success = false, "No se está reproduciendo nada.")
        assertEquals(listOf(nothing, nothing, nothing), listOf(session.pause(), session.resume(), session.seek(1.0)))
        playing(channel)
        assertEquals(PlayerAnswer(success = false, "No se puede buscar en este canal."), session.seek(1.0))
        assertEquals(emptyList<String>(), engine.asked)
    }

    @Test
    fun `tells the position once a second while it plays, and the last one at a pause`() {
        playing()
        for (second in 0..2) {
            engine.position = 12.5 + second
            clock.move(1000)
        }
        val times = told.filterIsInstance<PlayerEvent.Time>()
        assertEquals(listOf(12.5, 12.5, 13.5, 14.5).take(times.size), times.map { it.time })
        assertEquals(4, times.size)
        told.clear()
        engine.position = 15.0
        engine.listener.onPlaying(false)
        clock.move(10_000)
        assertEquals(listOf(PlayerEvent.Time(15.0, 60.0), PlayerEvent.Pause), told)
    }

    @Test
    fun `tells no duration of a channel`() {
        playing(channel).position = 3.0
        clock.move(0)
        assertNull(told.filterIsInstance<PlayerEvent.Time>().single().duration)
    }

    @Test
    fun `tells the last position and the end, and keeps the window for the next chapter`() {
        val screen = FakeScreen().also { session.screen = it }
        playing().position = 60.0
        engine.listener.onEnded()
        assertEquals(listOf(PlayerEvent.Time(60.0, 60.0), PlayerEvent.Ended), told)
        assertEquals(false, screen.isDismissed)
        clock.move(10_000)
        assertEquals(2, told.size)
    }

    @Test
    fun `tells a failure after playback has begun, with the position that was reached`() {
        playing().position = 20.0
        engine.listener.onFailure(3001)
        assertEquals(listOf(PlayerEvent.Time(20.0, 60.0), PlayerEvent.Error("El formato no se reconoce.")), told)
        assertEquals(true, engine.isClosed)
        engine.listener.onFailure(3001)
        assertEquals(2, told.size)
    }

    @Test
    fun `goes back to the present when a channel has gone on without it, and fails for a film`() {
        playing(channel)
        engine.listener.onFailure(PlayerFailure.BEHIND_LIVE_WINDOW)
        assertEquals(listOf("live"), engine.asked)
        assertEquals(false, engine.isClosed)
        playing(film)
        engine.listener.onFailure(PlayerFailure.BEHIND_LIVE_WINDOW)
        assertEquals(true, engine.isClosed)
    }

    @Test
    fun `closes its connection before it answers that it has stopped, and tells the last position`() {
        playing().position = 33.0
        assertEquals(success, session.stop())
        assertEquals(true, engine.isClosed)
        assertEquals(listOf<PlayerEvent>(PlayerEvent.Time(33.0, 60.0)), told)
        assertEquals(success, session.stop())
    }

    @Test
    fun `tells the page when the person has closed the player, and not when the page has`() {
        playing()
        session.close()
        assertEquals(PlayerEvent.Stop, told.last())
        told.clear()
        session.close()
        playing()
        session.stop()
        assertEquals(false, PlayerEvent.Stop in told)
    }

    @Test
    fun `shows title and next chapter in whatever window there is`() {
        play()
        val screen = FakeScreen().also { session.screen = it }
        assertEquals(listOf(ScreenState("Película", isLive = false, hasNext = true)), screen.shown)
        play(channel)
        assertEquals(ScreenState("Canal", isLive = true, hasNext = false), screen.shown.last())
        assertEquals(false, screen.isDismissed)
        session.stop()
        assertEquals(true, screen.isDismissed)
    }

    @Test
    fun `keeps the window while the next chapter is requested`() {
        for (ask in listOf<() -> Unit>({ session.next() }, { engine.listener.onEnded() })) {
            val screen = FakeScreen().also { session.screen = it }
            playing()
            ask()
            assertEquals(success, session.stop())
            assertEquals(true, engine.isClosed && session.isOpen && screen.waits == 1)
            clock.move(NEXT_WAIT_MS - 1)
            play(film.copy(title = "Capítulo 2"))
            clock.move(NEXT_WAIT_MS)
            assertEquals(false, screen.isDismissed)
            assertEquals("Capítulo 2", screen.shown.last().title)
            session.stop()
            assertEquals(true, screen.isDismissed)
        }
    }

    @Test
    fun `closes the window when the next chapter does not come in time, also when the page stops again`() {
        val screen = FakeScreen().also { session.screen = it }
        playing()
        session.next()
        session.stop()
        clock.move(NEXT_WAIT_MS - 1)
        session.stop()
        assertEquals(false, screen.isDismissed)
        clock.move(1)
        assertEquals(true, screen.isDismissed && !session.isOpen)
    }

    @Test
    fun `closes the window at once when the person closes it, and when the page goes away`() {
        for ((leave, event) in listOf<Pair<() -> Unit, List<PlayerEvent>>>(
            { session.close() } to listOf(PlayerEvent.Stop),
            { session.leave() } to emptyList(),
        )) {
            val screen = FakeScreen().also { session.screen = it }
            playing()
            session.next()
            session.stop()
            told.clear()
            leave()
            assertEquals(event, told)
            assertEquals(true, screen.isDismissed && !session.isOpen)
        }
    }

    @Test
    fun `a window that appears while the next chapter is requested waits for it`() {
        playing()
        session.next()
        session.stop()
        val screen = FakeScreen().also { session.screen = it }
        assertEquals(1, screen.waits)
        assertEquals(emptyList<ScreenState>(), screen.shown)
    }

    @Test
    fun `asks for the next chapter only where there is one`() {
        playing()
        session.next()
        assertEquals(listOf<PlayerEvent>(PlayerEvent.Next), told)
        playing(channel)
        session.next()
        assertEquals(emptyList<PlayerEvent>(), told)
    }
}
