package app.butaca.mobile.session

import javax.crypto.spec.SecretKeySpec

/** The app's own encryption, with a key in memory: the keystore is a part of a device. */
fun createTestSealer(key: Byte = 1): Sealer = AesGcmSealer { SecretKeySpec(ByteArray(32) { key }, "AES") }
