import Capacitor
import UIKit
import WebKit

/// The full-screen player, for the page of the kept server. Names and data are those of `packages/bridge`.
@objc(ButacaPlayerPlugin)
final class ButacaPlayerPlugin: CAPPlugin, CAPBridgedPlugin {
    let identifier = "ButacaPlayerPlugin"
    let jsName = "ButacaPlayer"
    let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "abilities", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "play", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "stop", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "pause", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "resume", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "seek", returnType: CAPPluginReturnPromise)
    ]

    private weak var window: BridgeViewController?
    private lazy var session = PlayerSession(
        present: { [weak self] controller in self?.window?.present(controller, animated: true) },
        tell: { [weak self] event in self?.notifyListeners(event.name, data: event.data) }
    )

    init(window: BridgeViewController) {
        self.window = window
        super.init()
    }

    deinit {
        let session = session
        DispatchQueue.main.async { _ = session.stop() }
    }

    /// What AVPlayer plays on every device of iOS 15, by the names that the server knows.
    @objc func abilities(_ call: CAPPluginCall) {
        forServer(call) { _ in
            call.resolve(["abilities": ["hevc", "ac3", "eac3", "flac", "tracks"]])
        }
    }

    @objc func play(_ call: CAPPluginCall) {
        forServer(call) { origin in
            guard let media = readMedia(call.options, origin: origin) else {
                return call.answer(.failure("La dirección del video no es de este servidor."))
            }
            let store = WKWebsiteDataStore.default().httpCookieStore
            // The web view's cookies prove to the gateway who got the address.
            store.getAllCookies { cookies in
                self.session.play(media, cookies: cookies) { call.answer($0) }
            }
        }
    }

    @objc func stop(_ call: CAPPluginCall) {
        forServer(call) { _ in call.answer(self.session.stop()) }
    }

    @objc func pause(_ call: CAPPluginCall) {
        forServer(call) { _ in call.answer(self.session.setPaused(true)) }
    }

    @objc func resume(_ call: CAPPluginCall) {
        forServer(call) { _ in call.answer(self.session.setPaused(false)) }
    }

    @objc func seek(_ call: CAPPluginCall) {
        guard let time = call.getDouble("time"), time.isFinite else {
            return call.answer(.failure("Falta el momento al que ir."))
        }
        forServer(call) { _ in call.answer(self.session.seek(to: time)) }
    }

    private func forServer(_ call: CAPPluginCall, run: @escaping (_ origin: String) -> Void) {
        DispatchQueue.main.async {
            guard let window = self.window, window.isOnOwnPage, let origin = window.serverOrigin else {
                return call.reject(notForThisPage)
            }
            run(origin)
        }
    }
}

private extension CAPPluginCall {
    func answer(_ answer: PlayerAnswer) {
        resolve(["success": answer.success, "message": answer.message])
    }
}
