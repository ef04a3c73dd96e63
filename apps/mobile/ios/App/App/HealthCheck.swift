import Foundation

/// What answers at an address.
enum Health: Equatable {
    case butaca
    /// Nothing that could be kept, with the sentence that says why.
    case unusable(sentence: String)
}

/// The answer has fewer than a hundred bytes; whoever sends more is no Butaca.
private let longestAnswerBytes = 4096

/// Asks a server whether it is a Butaca, at its `/api/health`. Redirects are not followed: only the address that the
/// person typed is kept.
final class HealthCheck: NSObject, URLSessionDataDelegate {
    private var received = Data()
    private var completion: ((Health) -> Void)?
    private let host: String

    private init(host: String, completion: @escaping (Health) -> Void) {
        self.host = host
        self.completion = completion
    }

    static func run(origin: String, completion: @escaping (Health) -> Void) {
        let host = origin.components(separatedBy: "://").last ?? origin
        let check = HealthCheck(host: host, completion: completion)
        guard let url = URL(string: "\(origin)/api/health") else {
            completion(.unusable(sentence: check.unreachable))
            return
        }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 10
        configuration.timeoutIntervalForResource = 20
        // The session keeps its delegate until it is invalidated.
        let session = URLSession(configuration: configuration, delegate: check, delegateQueue: nil)
        session.dataTask(with: url).resume()
        session.finishTasksAndInvalidate()
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        received.append(data)
        if received.count > longestAnswerBytes { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
        finish(read(status: (task.response as? HTTPURLResponse)?.statusCode, error: error))
    }

    private func read(status: Int?, error: Error?) -> Health {
        if received.count > longestAnswerBytes { return .unusable(sentence: notButaca) }
        if let error = error as? URLError {
            let isUntrusted = (URLError.Code.clientCertificateRequired.rawValue...URLError.Code.secureConnectionFailed.rawValue)
                .contains(error.errorCode)
            return .unusable(sentence: isUntrusted ? untrusted : unreachable)
        }
        if error != nil { return .unusable(sentence: unreachable) }
        let answer = (try? JSONSerialization.jsonObject(with: received)) as? [String: Any]
        return status == 200 && answer?["product"] as? String == "butaca" ? .butaca : .unusable(sentence: notButaca)
    }

    private func finish(_ health: Health) {
        completion?(health)
        completion = nil
    }

    private var notButaca: String { "En \(host) no responde ningún servidor de Butaca." }
    private var untrusted: String { "El certificado de \(host) no es válido, y la conexión no sería segura." }
    private var unreachable: String { "No se pudo conectar con \(host). Comprueba la dirección y la conexión." }
}
