package app.butaca.mobile.session

import android.security.keystore.KeyGenParameterSpec
import android.security.keystore.KeyProperties
import java.security.GeneralSecurityException
import java.security.KeyStore
import javax.crypto.Cipher
import javax.crypto.KeyGenerator
import javax.crypto.SecretKey
import javax.crypto.spec.GCMParameterSpec

private const val KEY_NAME = "butaca.session"
private const val CIPHER = "AES/GCM/NoPadding"
private const val IV_BYTES = 12
private const val TAG_BITS = 128

/** Encrypts with AES-256-GCM. A sealed text begins with the twelve bytes that make it unique. */
class AesGcmSealer(private val findKey: () -> SecretKey) : Sealer {
    override fun seal(text: ByteArray): ByteArray {
        val cipher = Cipher.getInstance(CIPHER)
        // The keystore chooses the initialisation vector, and refuses one that it is given.
        cipher.init(Cipher.ENCRYPT_MODE, findKey())
        return cipher.iv + cipher.doFinal(text)
    }

    override fun open(sealed: ByteArray): ByteArray {
        if (sealed.size < IV_BYTES) throw GeneralSecurityException("Too short to be a sealed text")
        val cipher = Cipher.getInstance(CIPHER)
        cipher.init(Cipher.DECRYPT_MODE, findKey(), GCMParameterSpec(TAG_BITS, sealed, 0, IV_BYTES))
        return cipher.doFinal(sealed, IV_BYTES, sealed.size - IV_BYTES)
    }
}

/** A sealer whose key is in the device's keystore, which never gives it out. */
fun createKeystoreSealer(): Sealer = AesGcmSealer(::findKeystoreKey)

private fun findKeystoreKey(): SecretKey {
    val keystore = KeyStore.getInstance("AndroidKeyStore").apply { load(null) }
    val existing = keystore.getKey(KEY_NAME, null) as? SecretKey
    if (existing != null) return existing
    val purposes = KeyProperties.PURPOSE_ENCRYPT or KeyProperties.PURPOSE_DECRYPT
    val specification = KeyGenParameterSpec.Builder(KEY_NAME, purposes)
        .setBlockModes(KeyProperties.BLOCK_MODE_GCM)
        .setEncryptionPaddings(KeyProperties.ENCRYPTION_PADDING_NONE)
        .setKeySize(256)
        .build()
    return KeyGenerator.getInstance(KeyProperties.KEY_ALGORITHM_AES, "AndroidKeyStore")
        .apply { init(specification) }
        .generateKey()
}
