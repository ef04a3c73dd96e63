package app.butaca.mobile.player

import app.butaca.mobile.readRepositoryFile
import org.junit.Assert.assertEquals
import org.junit.Test

class AbilitiesTest {
    private val everything =
        listOf("video/hevc", "video/x-vnd.on2.vp9", "video/av01", "audio/ac3", "audio/eac3", "audio/opus", "audio/flac")

    @Test
    fun `names the codecs of the device's decoders`() {
        assertEquals(listOf("mse", "mkv", "webm", "tracks"), listAbilities(listOf("video/avc", "audio/mp4a-latm")))
        assertEquals(listOf("mse", "mkv", "webm", "tracks", "hevc", "hevc-ts", "ac3"), listAbilities(listOf("VIDEO/HEVC", "audio/ac3", "audio/ac3")))
    }

    @Test
    fun `uses names that the server knows`() {
        val contract = readRepositoryFile("packages/contract/src/streaming/client-ability.ts")
        val known = Regex("'([a-z0-9-]+)',").findAll(contract).map { it.groupValues[1] }.toSet()
        assertEquals(emptyList<String>(), listAbilities(everything) - known)
        assertEquals(12, listAbilities(everything).size)
    }
}
