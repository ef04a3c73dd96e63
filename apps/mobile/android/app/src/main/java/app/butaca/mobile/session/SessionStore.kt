package app.butaca.mobile.session

import android.content.SharedPreferences
import android.util.Base64

/** The keys of what the web client stores, as the specification names them. */
val storageKeys = setOf("token", "deviceId", "user")

/** The longest value that is stored, in characters; a token has about fifty and a user a few hundred. */
private const val LONGEST_VALUE = 16_384

/** Encrypts what is stored, and decrypts what it has encrypted. */
interface Sealer {
    fun seal(text: ByteArray): ByteArray

    /** @throws java.security.GeneralSecurityException for what was changed, or was sealed with a key that is lost */
    fun open(sealed: ByteArray): ByteArray
}

/** The values of the session, encrypted in the app's preferences. */
class SessionStore(private val preferences: SharedPreferences, private val sealer: Sealer) {
    /** The value, or null. A value that cannot be decrypted counts as absent: the person signs in again. */
    fun get(key: String): String? {
        requireKey(key)
        val stored = preferences.getString(key, null) ?: return null
        return try {
            String(sealer.open(Base64.decode(stored, Base64.NO_WRAP)), Charsets.UTF_8)
        } catch (_: java.security.GeneralSecurityException) {
            remove(key)
            null
        } catch (_: IllegalArgumentException) {
            remove(key)
            null
        }
    }

    /** @throws java.io.IOException when the value could not be written */
    fun set(key: String, value: String) {
        requireKey(key)
        require(value.length <= LONGEST_VALUE) { "The value is too long" }
        val sealed = Base64.encodeToString(sealer.seal(value.toByteArray()), Base64.NO_WRAP)
        if (!preferences.edit().putString(key, sealed).commit()) throw java.io.IOException("The value was not written")
    }

    fun remove(key: String) {
        requireKey(key)
        preferences.edit().remove(key).commit()
    }

    /** Removes the whole session. */
    fun clear() = storageKeys.forEach(::remove)

    private fun requireKey(key: String) = require(key in storageKeys) { "Not a key of the session: $key" }
}
