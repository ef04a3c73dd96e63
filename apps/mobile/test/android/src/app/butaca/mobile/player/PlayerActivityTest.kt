package app.butaca.mobile.player

import android.app.Activity
import android.content.pm.PackageManager
import android.os.Looper
import android.view.MotionEvent
import android.view.View
import android.widget.Button
import android.widget.TextView
import androidx.media3.ui.PlayerView
import app.butaca.mobile.R
import java.time.Duration
import org.junit.Assert.assertEquals
import org.junit.Assert.assertTrue
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.Robolectric
import org.robolectric.RobolectricTestRunner
import org.robolectric.RuntimeEnvironment
import org.robolectric.Shadows.shadowOf

@RunWith(RobolectricTestRunner::class)
class PlayerActivityTest {
    private val told = mutableListOf<PlayerEvent>()
    private val engines = mutableListOf<SilentEngine>()
    private val session = PlayerHub.open(
        RuntimeEnvironment.getApplication(),
        { _, _, listener -> SilentEngine(listener).also { engines += it } },
    ) { told += it }
    private val film = Media("https://tv.ejemplo.com/a", "Película", 0.0, isLive = false, hasNext = true)

    private class SilentEngine(val listener: EngineListener) : PlayerEngine {
        var isClosed = false
        override val position = 0.0
        override val duration: Double? = null

        override fun resume() = Unit

        override fun pause() = Unit

        override fun seek(seconds: Double) = Unit

        override fun seekToLive() = Unit

        override fun close() {
            isClosed = true
        }
    }

    private fun open() = Robolectric.buildActivity(PlayerActivity::class.java).setup().get()

    private fun Activity.text(id: Int) = findViewById<TextView>(id).text.toString()

    @Test
    fun `a request to play opens the window`() {
        session.play(film) {}
        val intent = shadowOf(RuntimeEnvironment.getApplication()).nextStartedActivity
        assertEquals(PlayerActivity::class.java.name, intent.component?.className)
    }

    @Test
    fun `shows the title, the next chapter and the word for closing`() {
        session.play(film) {}
        val window = open()
        assertEquals("Película", window.text(R.id.player_title))
        assertEquals("Cerrar", window.text(R.id.player_close))
        assertEquals("Capítulo siguiente", window.text(R.id.player_next))
        val next = window.findViewById<Button>(R.id.player_next)
        assertEquals(View.VISIBLE, next.visibility)
        next.performClick()
        assertEquals(listOf<PlayerEvent>(PlayerEvent.Next), told)
        session.play(film.copy(title = "Canal", hasNext = false)) {}
        assertEquals("Canal", window.text(R.id.player_title))
        assertEquals(View.GONE, next.visibility)
        assertEquals(false, window.isFinishing)
    }

    @Test
    fun `names the next channel`() {
        session.play(film.copy(isLive = true)) {}
        assertEquals("Canal siguiente", open().text(R.id.player_next))
    }

    @Test
    fun `stays open while the next chapter is requested, without the button for it`() {
        session.play(film) {}
        val window = open()
        val next = window.findViewById<Button>(R.id.player_next)
        next.performClick()
        session.stop()
        assertEquals(View.GONE, next.visibility)
        assertEquals(false, window.isFinishing)
        session.play(film.copy(title = "Capítulo 2")) {}
        assertEquals("Capítulo 2", window.text(R.id.player_title))
        assertEquals(View.VISIBLE, next.visibility)
        session.close()
        assertTrue(window.isFinishing)
    }

    private fun letPass(ms: Long) = shadowOf(Looper.getMainLooper()).idleFor(Duration.ofMillis(ms))

    private fun View.touch(action: Int): Boolean = dispatchTouchEvent(MotionEvent.obtain(0, 0, action, 0f, 0f, 0))

    private fun openLocked(): Activity {
        shadowOf(RuntimeEnvironment.getApplication().packageManager).setSystemFeature(PackageManager.FEATURE_TOUCHSCREEN, true)
        session.play(film) {}
        val window = open()
        val button = window.findViewById<Button>(R.id.player_lock)
        assertEquals("Bloquear pantalla" to View.VISIBLE, button.text.toString() to button.visibility)
        button.performClick()
        return window
    }

    private fun Activity.isLocked(): Boolean {
        val isLocked = findViewById<View>(R.id.player_touch_lock).visibility == View.VISIBLE
        assertEquals(if (isLocked) View.GONE else View.VISIBLE, findViewById<View>(R.id.player_overlay).visibility)
        assertEquals(!isLocked, findViewById<PlayerView>(R.id.player_view).useController)
        return isLocked
    }

    @Test
    fun `offers the touch lock only on touch screens`() {
        shadowOf(RuntimeEnvironment.getApplication().packageManager).setSystemFeature(PackageManager.FEATURE_TOUCHSCREEN, false)
        session.play(film) {}
        assertEquals(View.GONE, open().findViewById<Button>(R.id.player_lock).visibility)
    }

    @Test
    fun `ignores touches and the key «back» while it is locked, and shows how to unlock for a moment`() {
        val window = openLocked()
        assertTrue(window.isLocked())
        val lock = window.findViewById<View>(R.id.player_touch_lock)
        val unlock = window.findViewById<Button>(R.id.player_unlock)
        assertEquals("Mantén pulsado para desbloquear", unlock.text.toString())
        for (show in listOf<() -> Unit>(
            { assertTrue(lock.touch(MotionEvent.ACTION_DOWN)) },
            @Suppress("DEPRECATION") { window.onBackPressed() },
        )) {
            letPass(SHOWN_MS)
            assertEquals(View.INVISIBLE, unlock.visibility)
            show()
            assertEquals(View.VISIBLE, unlock.visibility)
        }
        assertTrue(window.isLocked())
        assertEquals(false, window.isFinishing || engines.last().isClosed)
    }

    @Test
    fun `is unlocked by holding the button for a second, and not by less`() {
        val window = openLocked()
        val unlock = window.findViewById<Button>(R.id.player_unlock)
        unlock.touch(MotionEvent.ACTION_DOWN)
        letPass(HOLD_MS - 1)
        unlock.touch(MotionEvent.ACTION_UP)
        letPass(HOLD_MS)
        assertTrue(window.isLocked())
        unlock.touch(MotionEvent.ACTION_DOWN)
        letPass(HOLD_MS)
        assertEquals(false, window.isLocked())
    }

    @Test
    fun `is unlocked at once by a key or a screen reader`() {
        val window = openLocked()
        window.findViewById<Button>(R.id.player_unlock).performClick()
        assertEquals(false, window.isLocked())
    }

    @Test
    fun `closes playback with «Cerrar» and with the key «back»`() {
        for (press in listOf<(Activity) -> Unit>(
            { it.findViewById<Button>(R.id.player_close).performClick() },
            @Suppress("DEPRECATION") { it.onBackPressed() },
        )) {
            told.clear()
            session.play(film) {}
            val window = open()
            press(window)
            assertTrue(window.isFinishing)
            assertTrue(engines.last().isClosed)
            assertEquals(PlayerEvent.Stop, told.last())
        }
    }

    @Test
    fun `closes itself when nothing plays`() {
        assertTrue(open().isFinishing)
        session.play(film) {}
        val window = open()
        session.stop()
        assertTrue(window.isFinishing)
    }

    @Test
    fun `closes playback when the person closes the small window, and not when it is enlarged`() {
        session.play(film) {}
        val controller = Robolectric.buildActivity(PlayerActivity::class.java).setup()
        val window = controller.get()
        val configuration = window.resources.configuration
        window.onPictureInPictureModeChanged(true, configuration)
        assertEquals(View.GONE, window.findViewById<View>(R.id.player_overlay).visibility)
        window.onPictureInPictureModeChanged(false, configuration)
        assertEquals(View.VISIBLE, window.findViewById<View>(R.id.player_overlay).visibility)
        assertEquals(false, engines.last().isClosed)
        window.onPictureInPictureModeChanged(true, configuration)
        controller.pause().stop()
        window.onPictureInPictureModeChanged(false, configuration)
        assertTrue(engines.last().isClosed)
    }

    @Test
    fun `plays on when the window is left without picture in picture`() {
        session.play(film) {}
        Robolectric.buildActivity(PlayerActivity::class.java).setup().pause().stop()
        assertEquals(false, engines.last().isClosed)
    }
}
