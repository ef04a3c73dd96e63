package app.butaca.mobile.server

import java.io.IOException
import java.io.InputStream
import java.net.HttpURLConnection
import java.net.URL
import javax.net.ssl.SSLException
import org.json.JSONException
import org.json.JSONObject

/** What answers at an address. */
sealed interface Health {
    data object Butaca : Health

    /** Nothing that could be kept, with the sentence that says why. */
    data class Unusable(val sentence: String) : Health
}

private const val TIMEOUT_MS = 10_000

/** The answer has fewer than a hundred bytes; whoever sends more is no Butaca. */
private const val LONGEST_ANSWER_BYTES = 4096

/**
 * Asks a server whether it is a Butaca, at its `/api/health`. Redirects are not followed: only the address that the
 * person typed is kept. It blocks for twenty seconds at most.
 */
fun checkHealth(origin: String): Health {
    val host = origin.substringAfter("://")
    return try {
        val connection = URL("$origin/api/health").openConnection() as HttpURLConnection
        connection.connectTimeout = TIMEOUT_MS
        connection.readTimeout = TIMEOUT_MS
        connection.instanceFollowRedirects = false
        connection.useCaches = false
        try {
            if (connection.responseCode == HttpURLConnection.HTTP_OK && isButaca(connection.inputStream)) Health.Butaca
            else Health.Unusable("En $host no responde ningún servidor de Butaca.")
        } finally {
            connection.disconnect()
        }
    } catch (_: SSLException) {
        Health.Unusable("El certificado de $host no es válido, y la conexión no sería segura.")
    } catch (_: IOException) {
        Health.Unusable("No se pudo conectar con $host. Comprueba la dirección y la conexión.")
    }
}

private fun isButaca(stream: InputStream): Boolean {
    val bytes = ByteArray(LONGEST_ANSWER_BYTES + 1)
    var length = 0
    while (length < bytes.size) {
        val count = stream.read(bytes, length, bytes.size - length)
        if (count < 0) break
        length += count
    }
    if (length > LONGEST_ANSWER_BYTES) return false
    return try {
        JSONObject(String(bytes, 0, length, Charsets.UTF_8)).opt("product") == "butaca"
    } catch (_: JSONException) {
        false
    }
}
