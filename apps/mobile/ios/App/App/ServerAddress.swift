import Foundation

/// Why a text is no address of a server.
enum ServerAddressFault: String {
    case empty
    case tooLong = "too_long"
    case characters
    case credentials
    case scheme
    case unreadable
    case path
    case query

    /// The sentence that a person reads.
    var sentence: String {
        switch self {
        case .empty:
            return "Escribe la dirección del servidor."
        case .tooLong:
            return "La dirección es demasiado larga. Escribe solo el nombre del servidor, como https://tv.ejemplo.com."
        case .characters:
            return "La dirección tiene espacios o caracteres que no puede tener. Escríbela sin ellos."
        case .credentials:
            return "La dirección no puede tener usuario ni contraseña. Quita lo que va antes de la arroba (@)."
        case .scheme:
            return "La dirección tiene que empezar por https://."
        case .unreadable:
            return "Esto no es una dirección. Escríbela como https://tv.ejemplo.com."
        case .path:
            return "La dirección no es de Butaca. Escribe solo el servidor, sin nada detrás del nombre."
        case .query:
            return "La dirección no es de Butaca. Quita lo que va desde el signo de interrogación (?)."
        }
    }
}

/// What a text means as the address of a server.
enum ServerAddress: Equatable {
    case ready(origin: String)
    /// The address is in clear text and its host is not confirmed; `clearTextQuestion` asks the person.
    case confirm(origin: String, host: String)
    case refused(ServerAddressFault)
}

/// What a person is asked before anything is sent to a server in clear text.
let clearTextQuestion = "No es segura. ¿Continuar?"

/// The longest host name has 253 characters; scheme, port and a path of Butaca's own add a few.
private let longestAddress = 300

/// Reads the address of a server from what a person typed. The rules and sentences are those of `packages/bridge`.
///
/// - Parameter confirmedHosts: hosts, with their port where it is not 80, that the person accepted in clear text
func readServerAddress(_ text: String, confirmedHosts: Set<String> = []) -> ServerAddress {
    let typed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if typed.isEmpty { return .refused(.empty) }
    if typed.count > longestAddress { return .refused(.tooLong) }
    if matches(typed, "[\\s\\p{Cc}\\p{Cf}\\\\<>\"'`{}|^]") { return .refused(.characters) }
    var scheme: String?
    var rest = typed
    if let range = typed.range(of: "^[A-Za-z][A-Za-z0-9+.-]*://", options: .regularExpression) {
        scheme = String(typed[range].dropLast(3)).lowercased()
        rest = String(typed[range.upperBound...])
    }
    let authority = String(rest.prefix { !"/?#".contains($0) })
    if authority.contains("@") { return .refused(.credentials) }
    if let scheme, scheme != "https", scheme != "http" { return .refused(.scheme) }
    // `mailto:…`, `javascript:…` and `https:…` without slashes; in `tv.ejemplo.com:8443` a port follows the colon.
    if scheme == nil, matches(typed, "^[A-Za-z][A-Za-z0-9+.-]*:(?![0-9])") { return .refused(.scheme) }
    if authority.isEmpty || authority.contains("%") { return .refused(.unreadable) }
    let secure = (scheme ?? "https") == "https"
    guard let host = readHost(authority, isSecure: secure) else { return .refused(.unreadable) }
    let after = String(rest.dropFirst(authority.count))
    let beforeFragment = String(after.prefix { $0 != "#" })
    if beforeFragment.contains("?") { return .refused(.query) }
    if !matches(after, "^(?:/(?:index\\.html)?)?(?:#(?:/.*)?)?$") { return .refused(.path) }
    let origin = "\(secure ? "https" : "http")://\(host)"
    if secure || confirmedHosts.contains(host) { return .ready(origin: origin) }
    return .confirm(origin: origin, host: host)
}

/// The host in its registered spelling, with the port where it is not the scheme's own; nil when it is none.
private func readHost(_ authority: String, isSecure: Bool) -> String? {
    var name = authority
    var port = isSecure ? 443 : 80
    if let range = authority.range(of: ":[0-9]{0,5}$", options: .regularExpression) {
        name = String(authority[..<range.lowerBound])
        let digits = authority[range].dropFirst()
        if !digits.isEmpty { port = Int(digits) ?? 0 }
    }
    guard (1...65_535).contains(port) else { return nil }
    guard let host = name.hasPrefix("[") ? readIPv6(name) : readName(name) else { return nil }
    return port == (isSecure ? 443 : 80) ? host : "\(host):\(port)"
}

private func readName(_ name: String) -> String? {
    var parts = URLComponents()
    parts.scheme = "https"
    parts.host = name
    let encoded = name.allSatisfy(\.isASCII) ? name : URL(string: "https://\(name)/")?.host
    guard let host = encoded?.lowercased(), parts.url != nil else { return nil }
    guard matches(host, "^[a-z0-9_-]+(?:\\.[a-z0-9_-]+)*\\.?$") else { return nil }
    let labels = host.split(separator: ".")
    guard let last = labels.last else { return nil }
    // An address in numbers has exactly four of them: the web view would write every other form anew.
    if matches(String(last), "^(?:[0-9]+|0x[0-9a-f]*)$") {
        let number = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
        return matches(host, "^\(number)(?:\\.\(number)){3}$") ? host : nil
    }
    return host
}

/// An address between brackets, as browsers write it.
private func readIPv6(_ text: String) -> String? {
    guard text.hasSuffix("]") else { return nil }
    var address = in6_addr()
    guard inet_pton(AF_INET6, String(text.dropFirst().dropLast()), &address) == 1 else { return nil }
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(AF_INET6, &address, &buffer, socklen_t(INET6_ADDRSTRLEN)) != nil else { return nil }
    let written = String(cString: buffer)
    return written.contains(".") ? nil : "[\(written)]"
}

private func matches(_ text: String, _ pattern: String) -> Bool {
    text.range(of: pattern, options: .regularExpression) != nil
}
