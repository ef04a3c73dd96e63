import Foundation

/// The origin of an http or https address, such as `https://tv.ejemplo.com`; nil for every other one.
func originOf(_ url: URL?) -> String? {
    guard let url, let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https" else { return nil }
    guard url.user == nil, let host = url.host?.lowercased(), !host.isEmpty else { return nil }
    let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    guard let port = url.port, port != (scheme == "https" ? 443 : 80) else { return "\(scheme)://\(name)" }
    return "\(scheme)://\(name):\(port)"
}

/// What the shell does with an address that the page wants to open.
enum Navigation {
    case stay
    case openOutside
    case refuse
}

/// Decides about a navigation: the page's own origin stays, other web pages go to the system, the rest is refused.
func decideNavigation(_ url: URL, isPage: (URL) -> Bool) -> Navigation {
    if isPage(url) { return .stay }
    switch url.scheme?.lowercased() {
    case "http", "https", "mailto", "tel":
        return .openOutside
    case "blob", "data", "about":
        // They show what the page itself has made; their origin is opaque, so they have no native functions.
        return .stay
    default:
        return .refuse
    }
}

/// The rules with which the web view loads clear text from the kept server alone, and only when it was kept in clear text.
func clearTextRules(keptOrigin: String?) -> String {
    var rules: [[String: Any]] = [["trigger": ["url-filter": "^http://"], "action": ["type": "block"]]]
    if let keptOrigin, keptOrigin.hasPrefix("http://") {
        let filter = "^" + NSRegularExpression.escapedPattern(for: keptOrigin) + "/"
        rules.append(["trigger": ["url-filter": filter], "action": ["type": "ignore-previous-rules"]])
    }
    let data = try? JSONSerialization.data(withJSONObject: rules)
    return data.flatMap { String(data: $0, encoding: .utf8) } ?? "[]"
}
