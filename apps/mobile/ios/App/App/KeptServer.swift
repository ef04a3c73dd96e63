import Foundation

/// The server that this device shows, and the host that the person accepted in clear text.
final class KeptServer {
    private let preferences: UserDefaults
    private let session: SessionStore

    init(session: SessionStore, preferences: UserDefaults = .standard) {
        self.session = session
        self.preferences = preferences
    }

    /// The origin that was kept; nil before the first start is over, and for one that can no longer be read.
    var origin: String? {
        let hosts = Set(preferences.stringArray(forKey: "server.confirmedHosts") ?? [])
        guard let kept = preferences.string(forKey: "server.origin") else { return nil }
        guard case .ready(let origin) = readServerAddress(kept, confirmedHosts: hosts) else { return nil }
        return origin
    }

    /// Keeps a server that has answered. The session of the server before goes first: its token is for that server only.
    func keep(_ origin: String) {
        if origin != preferences.string(forKey: "server.origin") { session.clear() }
        let host = origin.hasPrefix("http://") ? [String(origin.dropFirst("http://".count))] : []
        preferences.set(host, forKey: "server.confirmedHosts")
        preferences.set(origin, forKey: "server.origin")
    }
}
