package app.butaca.mobile

import java.io.File
import org.json.JSONArray
import org.json.JSONObject

/** A file of the repository; the runner gives the folder. */
fun readRepositoryFile(path: String): String = File(System.getProperty("butaca.repository"), path).readText()

/** The names and shapes that the page and the shells say to each other. */
val playerMessages: JSONObject by lazy { JSONObject(readRepositoryFile("packages/bridge/test/player-messages.json")) }

/** Texts that a person may type as the address of a server, each with what becomes of it. */
val serverAddresses: JSONArray by lazy { JSONArray(readRepositoryFile("packages/bridge/test/server-addresses.json")) }

fun JSONArray.objects(): List<JSONObject> = (0 until length()).map(::getJSONObject)

fun JSONArray?.texts(): List<String> = if (this == null) emptyList() else (0 until length()).map(::getString)

/** The fields of an object, with numbers as their values and without a difference between 12 and 12.0. */
fun JSONObject.fields(): Map<String, Any> =
    keys().asSequence().associateWith { key -> (get(key) as? Number)?.toDouble() ?: get(key) }
