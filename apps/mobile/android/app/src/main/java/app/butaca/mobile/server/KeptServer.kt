package app.butaca.mobile.server

import android.content.SharedPreferences
import app.butaca.mobile.session.SessionStore

private const val ORIGIN = "origin"
private const val CONFIRMED_HOSTS = "confirmedHosts"

/** The server that this device shows, and the hosts that the person accepted in clear text. */
class KeptServer(private val preferences: SharedPreferences, private val session: SessionStore) {
    /** The origin that was kept; null before the first start is over, and for one that can no longer be read. */
    val origin: String?
        get() {
            val kept = preferences.getString(ORIGIN, null) ?: return null
            return (readServerAddress(kept, confirmedHosts) as? ServerAddress.Ready)?.origin
        }

    val confirmedHosts: Set<String>
        get() = preferences.getStringSet(CONFIRMED_HOSTS, null).orEmpty().toSet()

    /**
     * Keeps a server that has answered. The session of the server before goes first: its token is for that server only.
     *
     * @param confirmedHost the host that the person accepted in clear text, where the origin is in clear text
     */
    fun keep(origin: String, confirmedHost: String?) {
        if (origin != preferences.getString(ORIGIN, null)) session.clear()
        preferences.edit()
            .putString(ORIGIN, origin)
            .putStringSet(CONFIRMED_HOSTS, setOfNotNull(confirmedHost))
            .commit()
    }
}
