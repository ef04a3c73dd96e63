package app.butaca.mobile.server

/** What became of an address that a person typed on the bundled page. */
sealed interface Choice {
    data object Kept : Choice

    /** Clear text: nothing is sent before the person has answered the question. */
    data class Asks(val host: String, val sentence: String) : Choice

    data class Refused(val sentence: String) : Choice
}

/**
 * Reads an address, asks the server that it names, and keeps it if that is a Butaca.
 *
 * @param confirmedHost the host of the question that the person has answered with yes, if there was one
 * @param check asks the server; it blocks
 */
fun chooseServer(
    typed: String,
    confirmedHost: String?,
    kept: KeptServer,
    check: (origin: String) -> Health = ::checkHealth,
): Choice {
    val confirmed = setOfNotNull(confirmedHost)
    val origin = when (val address = readServerAddress(typed, confirmed)) {
        is ServerAddress.Refused -> return Choice.Refused(address.fault.sentence)
        is ServerAddress.Confirm -> return Choice.Asks(address.host, CLEAR_TEXT_QUESTION)
        is ServerAddress.Ready -> address.origin
    }
    return when (val health = check(origin)) {
        is Health.Unusable -> Choice.Refused(health.sentence)
        Health.Butaca -> {
            kept.keep(origin, origin.substringAfter("://").takeIf { origin.startsWith("http://") })
            Choice.Kept
        }
    }
}
