import Capacitor
import UIKit
import WebKit

/// What a page hears that calls a function which is not for it.
let notForThisPage = "Esta página no puede usar las funciones de la aplicación."

/// The device, the session's storage and the server's address. The page of the kept server has the first two and may ask
/// for another server; only the bundled page may choose one. iOS has no key «back», and its apps do not close themselves.
@objc(ButacaShellPlugin)
final class ButacaShellPlugin: CAPPlugin, CAPBridgedPlugin {
    let identifier = "ButacaShellPlugin"
    let jsName = "ButacaShell"
    let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "getDevice", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "getItem", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "setItem", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "removeItem", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "keepAwake", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "changeServer", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "getServer", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "chooseServer", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "returnToServer", returnType: CAPPluginReturnPromise)
    ]

    private weak var window: BridgeViewController?

    init(window: BridgeViewController) {
        self.window = window
        super.init()
    }

    @objc func getDevice(_ call: CAPPluginCall) {
        forServer(call) { _ in
            let isTelevision = UIDevice.current.userInterfaceIdiom == .tv
            call.resolve(["model": UIDevice.current.model, "isTelevision": isTelevision])
        }
    }

    @objc func getItem(_ call: CAPPluginCall) {
        forServer(call) { window in
            guard let key = self.readKey(call) else { return }
            call.resolve(["value": window.session.get(key) ?? NSNull()])
        }
    }

    @objc func setItem(_ call: CAPPluginCall) {
        forServer(call) { window in
            guard let key = self.readKey(call) else { return }
            guard let value = call.getString("value") else { return call.reject("The option value is missing") }
            do {
                try window.session.set(key, value)
                call.resolve()
            } catch {
                call.reject(error.localizedDescription)
            }
        }
    }

    @objc func removeItem(_ call: CAPPluginCall) {
        forServer(call) { window in
            guard let key = self.readKey(call) else { return }
            window.session.remove(key)
            call.resolve()
        }
    }

    @objc func keepAwake(_ call: CAPPluginCall) {
        forServer(call) { _ in
            UIApplication.shared.isIdleTimerDisabled = call.getBool("isOn") ?? false
            call.resolve()
        }
    }

    @objc func changeServer(_ call: CAPPluginCall) {
        forServer(call) { window in
            call.resolve()
            window.restart(isChoosing: true)
        }
    }

    /// The kept server, for the bundled page: the person may go back to it.
    @objc func getServer(_ call: CAPPluginCall) {
        forAddressPage(call) { window in
            call.resolve(["origin": window.kept.origin ?? NSNull()])
        }
    }

    /// Checks and keeps a server. The shell leaves the bundled page when one was kept.
    @objc func chooseServer(_ call: CAPPluginCall) {
        forAddressPage(call) { window in
            guard let typed = call.getString("address") else { return call.reject("The option address is missing") }
            let confirmed = Set([call.getString("confirmedHost")].compactMap { $0 })
            switch readServerAddress(typed, confirmedHosts: confirmed) {
            case .refused(let fault):
                call.resolve(["status": "refused", "sentence": fault.sentence])
            case .confirm(_, let host):
                call.resolve(["status": "confirm", "sentence": clearTextQuestion, "host": host])
            case .ready(let origin):
                HealthCheck.run(origin: origin) { health in
                    DispatchQueue.main.async { self.finish(call, origin: origin, health: health) }
                }
            }
        }
    }

    /// Goes back to the kept server without choosing another one.
    @objc func returnToServer(_ call: CAPPluginCall) {
        forAddressPage(call) { window in
            call.resolve()
            window.restart(isChoosing: false)
        }
    }

    /// Everything but the page's own origin opens in the system's browser; Capacitor alone would compare beginnings.
    override func shouldOverrideLoad(_ action: WKNavigationAction) -> NSNumber? {
        guard let url = action.request.url, let window else { return true }
        // Pages inside the page are the content security policy's matter.
        if let frame = action.targetFrame, !frame.isMainFrame { return false }
        switch decideNavigation(url, isPage: window.isOwnPage(_:)) {
        case .stay:
            return false
        case .refuse:
            return true
        case .openOutside:
            UIApplication.shared.open(url)
            return true
        }
    }

    private func finish(_ call: CAPPluginCall, origin: String, health: Health) {
        switch health {
        case .unusable(let sentence):
            call.resolve(["status": "refused", "sentence": sentence])
        case .butaca:
            window?.kept.keep(origin)
            call.resolve(["status": "kept"])
            window?.restart(isChoosing: false)
        }
    }

    private func readKey(_ call: CAPPluginCall) -> String? {
        guard let key = call.getString("key"), SessionStore.keys.contains(key) else {
            call.reject("Not a key of the session")
            return nil
        }
        return key
    }

    private func forServer(_ call: CAPPluginCall, run: @escaping (BridgeViewController) -> Void) {
        forPage(call, isServer: true, run: run)
    }

    private func forAddressPage(_ call: CAPPluginCall, run: @escaping (BridgeViewController) -> Void) {
        forPage(call, isServer: false, run: run)
    }

    private func forPage(_ call: CAPPluginCall, isServer: Bool, run: @escaping (BridgeViewController) -> Void) {
        DispatchQueue.main.async {
            guard let window = self.window, window.isOnOwnPage, (window.serverOrigin != nil) == isServer else {
                return call.reject(notForThisPage)
            }
            run(window)
        }
    }
}
