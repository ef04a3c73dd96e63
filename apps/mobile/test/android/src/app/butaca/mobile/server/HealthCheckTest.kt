package app.butaca.mobile.server

import com.sun.net.httpserver.HttpServer
import java.net.InetAddress
import java.net.InetSocketAddress
import java.net.ServerSocket
import kotlin.concurrent.thread
import org.junit.After
import org.junit.Assert.assertEquals
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner

@RunWith(RobolectricTestRunner::class)
class HealthCheckTest {
    private val server: HttpServer = HttpServer.create(InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0)
    private val host = "127.0.0.1:${server.address.port}"
    private val paths = mutableListOf<String>()

    @After
    fun stop() = server.stop(0)

    private fun answer(status: Int, body: String, location: String? = null) {
        server.createContext("/") { exchange ->
            paths += exchange.requestURI.toString()
            if (location != null) exchange.responseHeaders["Location"] = location
            val bytes = body.toByteArray()
            exchange.sendResponseHeaders(status, bytes.size.toLong())
            exchange.responseBody.use { it.write(bytes) }
        }
        server.start()
    }

    private fun check() = checkHealth("http://$host")

    @Test
    fun `accepts what answers as Butaca`() {
        answer(200, """{"status":"ok","product":"butaca"}""")
        assertEquals(Health.Butaca, check())
        assertEquals(listOf("/api/health"), paths)
    }

    @Test
    fun `refuses every other answer with a sentence`() {
        for (body in listOf("""{"status":"ok"}""", """{"product":"otro"}""", """{"product":["butaca"]}""", "<html>butaca</html>", "", "null")) {
            paths.clear()
            val one = HttpServer.create(InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0)
            one.createContext("/") { exchange ->
                exchange.sendResponseHeaders(200, body.length.toLong().takeIf { it > 0 } ?: -1)
                exchange.responseBody.use { it.write(body.toByteArray()) }
            }
            one.start()
            val name = "127.0.0.1:${one.address.port}"
            assertEquals(body, notButaca(name), checkHealth("http://$name"))
            one.stop(0)
        }
    }

    @Test
    fun `follows no redirect to another server`() {
        answer(302, "", "https://otra.ejemplo.com/api/health")
        assertEquals(notButaca(host), check())
        assertEquals(1, paths.size)
    }

    @Test
    fun `stops reading an answer that is too long`() {
        answer(200, """{"product":"butaca","x":"${"a".repeat(5000)}"}""")
        assertEquals(notButaca(host), check())
    }

    @Test
    fun `says that nothing listens`() {
        val port = ServerSocket(0, 1, InetAddress.getLoopbackAddress()).use { it.localPort }
        assertEquals(
            Health.Unusable("No se pudo conectar con 127.0.0.1:$port. Comprueba la dirección y la conexión."),
            checkHealth("http://127.0.0.1:$port"),
        )
    }

    @Test
    fun `says that a connection is not secure when the server does not speak TLS`() {
        ServerSocket(0, 1, InetAddress.getLoopbackAddress()).use { plain ->
            val answering = thread {
                plain.accept().use { connection ->
                    connection.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".toByteArray())
                    connection.getInputStream().read()
                }
            }
            val name = "127.0.0.1:${plain.localPort}"
            assertEquals(
                Health.Unusable("El certificado de $name no es válido, y la conexión no sería segura."),
                checkHealth("https://$name"),
            )
            answering.join()
        }
    }

    private fun notButaca(host: String) = Health.Unusable("En $host no responde ningún servidor de Butaca.")
}
