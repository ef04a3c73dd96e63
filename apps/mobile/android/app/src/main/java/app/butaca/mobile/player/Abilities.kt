package app.butaca.mobile.player

import android.media.MediaCodecInfo.CodecProfileLevel
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

/** The profiles that a decoder must have for its type: HEVC is for the server both 8 and 10 bits of colour. */
private val requiredProfiles = mapOf(
    "video/hevc" to setOf(CodecProfileLevel.HEVCProfileMain, CodecProfileLevel.HEVCProfileMain10),
)

/** A type that a decoder of this device reads, with the profiles that it names for it. */
data class Decoder(val type: String, val profiles: Set<Int> = emptySet())

/** The formats and codecs that this device plays. What a type requires, a single decoder has. */
fun listAbilities(decoders: Collection<Decoder>): List<String> {
    val present = decoders
        .map { it.copy(type = it.type.lowercase()) }
        .filter { it.profiles.containsAll(requiredProfiles[it.type].orEmpty()) }
        .map { it.type }
        .toSet()
    return everywhere + byCodec.filterKeys { it in present }.values.flatten()
}

/** This device's decoders, once for each type. */
fun findDecoders(): List<Decoder> = MediaCodecList(MediaCodecList.REGULAR_CODECS).codecInfos
    .filterNot { it.isEncoder }
    .flatMap { codec ->
        codec.supportedTypes.map { type ->
            Decoder(type, codec.getCapabilitiesForType(type).profileLevels.map { it.profile }.toSet())
        }
    }
