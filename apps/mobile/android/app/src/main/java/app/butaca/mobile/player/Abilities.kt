package app.butaca.mobile.player

import android.media.MediaCodecList

/** What Media3 opens on every device, by the names that the server knows: raw MPEG-TS, Matroska and WebM; all tracks. */
private val everywhere = listOf("mse", "mkv", "webm", "tracks")

/** The names that the server knows, by the codec's type. */
private val byCodec = mapOf(
    "video/hevc" to listOf("hevc", "hevc-ts"),
    "video/x-vnd.on2.vp9" to listOf("vp9"),
    "video/av01" to listOf("av1"),
    "audio/ac3" to listOf("ac3"),
    "audio/eac3" to listOf("eac3"),
    "audio/opus" to listOf("opus"),
    "audio/flac" to listOf("flac"),
)

/** The formats and codecs that this device plays, for the types that its decoders name. */
fun listAbilities(decoderTypes: Collection<String>): List<String> {
    val present = decoderTypes.map(String::lowercase).toSet()
    return everywhere + byCodec.filterKeys { it in present }.values.flatten()
}

/** The types of this device's decoders. */
fun findDecoderTypes(): List<String> = MediaCodecList(MediaCodecList.REGULAR_CODECS).codecInfos
    .filterNot { it.isEncoder }
    .flatMap { it.supportedTypes.toList() }
