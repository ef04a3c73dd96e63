import Foundation
import Security

/// A value that could not be stored.
struct StorageFailure: LocalizedError {
    let status: OSStatus
    var errorDescription: String? { "The keychain refused the value (\(status))" }
}

/// The values of the session: the token in the keychain of this device, the rest in the app's preferences.
final class SessionStore {
    /// The keys of what the web client stores, as the specification names them.
    static let keys: Set<String> = ["token", "deviceId", "user"]

    /// The longest value that is stored, in characters.
    private static let longestValue = 16_384
    private static let installed = "isInstalled"
    private let preferences: UserDefaults

    init(preferences: UserDefaults = .standard) {
        self.preferences = preferences
        // The keychain survives the app's removal; a token of an earlier installation is nobody's.
        if !preferences.bool(forKey: Self.installed) {
            remove("token")
            preferences.set(true, forKey: Self.installed)
        }
    }

    func get(_ key: String) -> String? {
        if key != "token" { return preferences.string(forKey: name(key)) }
        var query = keychainItem
        query[kSecReturnData] = true
        var found: CFTypeRef?
        guard SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess, let data = found as? Data else {
            return nil
        }
        return String(data: data, encoding: .utf8)
    }

    func set(_ key: String, _ value: String) throws {
        guard value.count <= Self.longestValue else { throw StorageFailure(status: errSecParam) }
        if key != "token" {
            preferences.set(value, forKey: name(key))
            return
        }
        remove(key)
        var item = keychainItem
        item[kSecValueData] = Data(value.utf8)
        item[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        let status = SecItemAdd(item as CFDictionary, nil)
        if status != errSecSuccess { throw StorageFailure(status: status) }
    }

    func remove(_ key: String) {
        if key == "token" {
            SecItemDelete(keychainItem as CFDictionary)
        } else {
            preferences.removeObject(forKey: name(key))
        }
    }

    /// Removes the whole session.
    func clear() {
        Self.keys.forEach(remove)
    }

    private func name(_ key: String) -> String { "session.\(key)" }

    private var keychainItem: [CFString: Any] {
        [kSecClass: kSecClassGenericPassword, kSecAttrService: "butaca.session", kSecAttrAccount: "token"]
    }
}
