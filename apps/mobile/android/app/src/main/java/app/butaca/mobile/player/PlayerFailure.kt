package app.butaca.mobile.player

/** Why playback failed, by the numbers of `androidx.media3.common.PlaybackException`. */
object PlayerFailure {
    /** A live channel went on while the player did not read it, so its position is gone. */
    const val BEHIND_LIVE_WINDOW = 1002

    /** The request to open did not lead to playback in time. The number is none of Media3's. */
    const val OPEN_TIMEOUT = -1

    /** The sentence for a failure's number. */
    fun sentence(code: Int): String = when (code) {
        BEHIND_LIVE_WINDOW -> "El canal avanzó mientras no se reproducía."
        OPEN_TIMEOUT, 1003, 2002 -> "El servidor tardó demasiado en responder."
        2001 -> "No hay conexión con el servidor."
        2003, 2004, 2005 -> "El servidor no entregó el video."
        2006, 2007 -> "La dirección del video no es de este servidor."
        in 2000..2999 -> "La conexión con el servidor se cortó."
        in 3000..3999 -> "El formato no se reconoce."
        4004, 4005 -> "Este dispositivo no puede reproducir el formato del video."
        in 4000..4999 -> "El video no se pudo descodificar."
        in 5000..5999 -> "El sonido no se pudo reproducir."
        else -> "El video no se pudo reproducir."
    }
}
