package app.butaca.mobile.player

import android.media.MediaCodecInfo.CodecCapabilities
import android.media.MediaCodecInfo.CodecProfileLevel
import android.media.MediaFormat
import app.butaca.mobile.readRepositoryFile
import org.junit.After
import org.junit.Assert.assertEquals
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner
import org.robolectric.shadows.MediaCodecInfoBuilder
import org.robolectric.shadows.ShadowMediaCodecList

@RunWith(RobolectricTestRunner::class)
class AbilitiesTest {
    private val always = listOf("mse", "mkv", "webm", "tracks")
    private val hevc = Decoder("video/hevc", setOf(CodecProfileLevel.HEVCProfileMain, CodecProfileLevel.HEVCProfileMain10))
    private val everything =
        listOf("video/x-vnd.on2.vp9", "video/av01", "audio/ac3", "audio/eac3", "audio/opus", "audio/flac")
            .map { Decoder(it) } + hevc

    @Test
    fun `names the codecs of the device's decoders`() {
        assertEquals(always, listAbilities(listOf("video/avc", "audio/mp4a-latm").map { Decoder(it) }))
        val ac3 = Decoder("audio/ac3")
        assertEquals(always + listOf("hevc", "hevc-ts", "ac3"), listAbilities(listOf(hevc.copy(type = "VIDEO/HEVC"), ac3, ac3)))
    }

    @Test
    fun `names HEVC only where one decoder reads 8 and 10 bits`() {
        val main = Decoder("video/hevc", setOf(CodecProfileLevel.HEVCProfileMain))
        val main10 = Decoder("video/hevc", setOf(CodecProfileLevel.HEVCProfileMain10))
        assertEquals(always, listAbilities(listOf(main)))
        assertEquals(always, listAbilities(listOf(main, main10)))
        assertEquals(always + listOf("hevc", "hevc-ts"), listAbilities(listOf(main, hevc)))
    }

    @Test
    fun `reads the profiles of the device's decoders`() {
        for ((profiles, expected) in listOf(listOf(hevc.profiles.first()) to always, hevc.profiles.toList() to always + listOf("hevc", "hevc-ts"))) {
            val format = MediaFormat().apply { setString(MediaFormat.KEY_MIME, "video/hevc") }
            val capabilities = MediaCodecInfoBuilder.CodecCapabilitiesBuilder.newBuilder()
                .setMediaFormat(format)
                .setProfileLevels(profiles.map { CodecProfileLevel().apply { profile = it } }.toTypedArray())
                .setColorFormats(intArrayOf(CodecCapabilities.COLOR_FormatYUV420Flexible))
                .build()
            ShadowMediaCodecList.reset()
            ShadowMediaCodecList.addCodec(MediaCodecInfoBuilder.newBuilder().setName("hevc").setCapabilities(capabilities).build())
            assertEquals(expected, listAbilities(findDecoders()))
        }
    }

    @After
    fun forgetDecoders() = ShadowMediaCodecList.reset()

    @Test
    fun `uses names that the server knows`() {
        val contract = readRepositoryFile("packages/contract/src/streaming/client-ability.ts")
        val known = Regex("'([a-z0-9-]+)',").findAll(contract).map { it.groupValues[1] }.toSet()
        assertEquals(emptyList<String>(), listAbilities(everything) - known)
        assertEquals(12, listAbilities(everything).size)
    }
}
