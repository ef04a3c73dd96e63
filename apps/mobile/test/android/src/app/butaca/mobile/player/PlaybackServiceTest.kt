package app.butaca.mobile.player

import android.content.Intent
import android.os.Looper
import androidx.media3.common.Player
import androidx.media3.session.MediaSession
import java.lang.reflect.Proxy
import java.time.Duration
import org.junit.After
import org.junit.Assert.assertEquals
import org.junit.Assert.assertNotNull
import org.junit.Assert.assertNull
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.Robolectric
import org.robolectric.RobolectricTestRunner
import org.robolectric.RuntimeEnvironment
import org.robolectric.Shadows.shadowOf
import org.robolectric.android.controller.ServiceController

/** Robolectric notes which services are started and stopped; the tests create and destroy them as the system would. */
@RunWith(RobolectricTestRunner::class)
class PlaybackServiceTest {
    private val application = RuntimeEnvironment.getApplication()
    private val player = Proxy.newProxyInstance(javaClass.classLoader, arrayOf(Player::class.java)) { _, _, _ -> null } as Player
    private val system = controller(isTrusted = true, "com.android.systemui")

    /** Another app that asks for the session; outside of the real library nothing else can make one. */
    private fun controller(isTrusted: Boolean, packageName: String): MediaSession.ControllerInfo {
        val type = MediaSession.ControllerInfo::class.java
        val info = type.getDeclaredConstructor().apply { isAccessible = true }.newInstance()
        for ((name, value) in mapOf("trusted" to isTrusted, "packageName" to packageName)) {
            type.getDeclaredField(name).apply { isAccessible = true }.set(info, value)
        }
        return info
    }

    private val services = mutableListOf<ServiceController<PlaybackService>>()

    private fun started(): Intent? = shadowOf(application).nextStartedService

    private fun stopped(): Intent? = shadowOf(application).nextStoppedService

    private fun create() = Robolectric.buildService(PlaybackService::class.java).create().also { services += it }

    private fun letPass(ms: Long) = shadowOf(Looper.getMainLooper()).idleFor(Duration.ofMillis(ms))

    private fun ServiceController<PlaybackService>.session() = get().onGetSession(system)

    /** What runs is noted outside of the services, and ends with the test. */
    @After
    fun end() {
        PlaybackService.stop(application)
        letPass(PlaybackService.KEEP_MS)
        services.forEach { it.destroy() }
    }

    @Test
    fun `gives the system's media controls what plays`() {
        PlaybackService.start(application, player)
        assertNotNull(started())
        val service = create()
        assertNotNull(service.session())
        PlaybackService.stop(application)
        assertNull(service.session())
    }

    @Test
    fun `gives its session to the system's controllers and to this app, and to no other app`() {
        PlaybackService.start(application, player)
        val service = create().get()
        assertNotNull(service.onGetSession(controller(isTrusted = false, application.packageName)))
        assertNotNull(service.onGetSession(system))
        assertNull(service.onGetSession(controller(isTrusted = false, "com.otra.app")))
    }

    @Test
    fun `goes on when the next media replaces the one before, at once or a moment later`() {
        PlaybackService.start(application, player)
        assertNotNull(started())
        val service = create()
        for (pauseMs in listOf(0L, PlaybackService.KEEP_MS - 1)) {
            PlaybackService.stop(application)
            letPass(pauseMs)
            PlaybackService.start(application, player)
            letPass(PlaybackService.KEEP_MS)
            assertNull(stopped())
            assertNull(started())
            assertNotNull(service.session())
        }
    }

    @Test
    fun `ends when no media comes`() {
        PlaybackService.start(application, player)
        create()
        PlaybackService.stop(application)
        letPass(PlaybackService.KEEP_MS - 1)
        assertNull(stopped())
        letPass(1)
        assertEquals(PlaybackService::class.java.name, stopped()?.component?.className)
    }

    @Test
    fun `a media that comes while the service is being ended starts another one, which keeps its session`() {
        PlaybackService.start(application, player)
        assertNotNull(started())
        val dying = create()
        PlaybackService.stop(application)
        letPass(PlaybackService.KEEP_MS)
        PlaybackService.start(application, player)
        assertNotNull(started())
        val next = create()
        dying.get().onDestroy()
        assertNotNull(next.session())
        PlaybackService.start(application, player)
        assertNull(started())
    }

    @Test
    fun `a media that comes after the app was removed from the recent ones starts another service`() {
        PlaybackService.start(application, player)
        assertNotNull(started())
        create().get().onTaskRemoved(Intent())
        PlaybackService.start(application, player)
        assertNotNull(started())
    }
}
