import Capacitor
import UIKit
import WebKit

/// The app's window: the kept server's page, or the bundled page that asks for a server.
final class BridgeViewController: CAPBridgeViewController {
    let session: SessionStore
    let kept: KeptServer

    /// The origin of the server that this window shows; nil while the bundled page is shown.
    let serverOrigin: String?

    private var messages: OwnPageMessages?
    private var navigation: NavigationWatch?

    /// - Parameter isChoosing: whether the person is asked for another server although one is kept
    init(isChoosing: Bool = false) {
        session = SessionStore()
        kept = KeptServer(session: session)
        serverOrigin = isChoosing ? nil : kept.origin
        super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
        fatalError("The window is created by the scene's delegate")
    }

    override func instanceDescriptor() -> InstanceDescriptor {
        let descriptor = super.instanceDescriptor()
        // Capacitor compares addresses by their beginnings, which is safe with the slash only.
        descriptor.serverURL = serverOrigin.map { "\($0)/" }
        descriptor.allowedNavigationHostnames = []
        return descriptor
    }

    override func capacitorDidLoad() {
        bridge?.registerPluginInstance(ButacaShellPlugin(window: self))
        bridge?.registerPluginInstance(ButacaPlayerPlugin(window: self))
        guard let webView else { return }
        let controller = webView.configuration.userContentController
        // Capacitor's handler also hears pages inside the page, such as a trailer's.
        if let inner = webView.navigationDelegate as? WKScriptMessageHandler {
            let messages = OwnPageMessages(inner: inner) { [weak self] frame in self?.isOwnPage(frame) == true }
            controller.removeScriptMessageHandler(forName: "bridge")
            controller.add(messages, name: "bridge")
            self.messages = messages
        }
        if let inner = webView.navigationDelegate as? NSObject & WKNavigationDelegate {
            let navigation = NavigationWatch(inner: inner) { [weak self] in self?.showLoadFailure() }
            webView.navigationDelegate = navigation
            self.navigation = navigation
        }
        WKContentRuleListStore.default()?.compileContentRuleList(
            forIdentifier: "butaca.clear-text",
            encodedContentRuleList: clearTextRules(keptOrigin: serverOrigin)
        ) { list, _ in
            if let list { controller.add(list) }
        }
    }

    /// Whether the web view shows the page that this window was opened for.
    var isOnOwnPage: Bool {
        guard let url = webView?.url else { return false }
        return isOwnPage(url)
    }

    /// Whether an address belongs to the page that this window was opened for.
    func isOwnPage(_ url: URL) -> Bool {
        if let serverOrigin { return originOf(url) == serverOrigin }
        return url.scheme == InstanceDescriptorDefaults.scheme && url.host == InstanceDescriptorDefaults.hostname
    }

    private func isOwnPage(_ frame: WKFrameInfo) -> Bool {
        guard frame.isMainFrame, let url = frame.request.url else { return false }
        return isOwnPage(url)
    }

    /// Opens the window anew, for the kept server or to choose another one.
    func restart(isChoosing: Bool) {
        DispatchQueue.main.async { [self] in
            view.window?.rootViewController = BridgeViewController(isChoosing: isChoosing)
        }
    }

    /// Says that the kept server's page could not be loaded, and offers what can be done about it.
    func showLoadFailure() {
        guard let serverOrigin, presentedViewController == nil else { return }
        let host = serverOrigin.components(separatedBy: "://").last ?? serverOrigin
        let alert = UIAlertController(
            title: nil,
            message: "No se pudo cargar Butaca desde \(host). Comprueba la conexión.",
            preferredStyle: .alert
        )
        alert.addAction(UIAlertAction(title: "Reintentar", style: .default) { [weak self] _ in
            guard let url = URL(string: "\(serverOrigin)/") else { return }
            _ = self?.webView?.load(URLRequest(url: url))
        })
        alert.addAction(UIAlertAction(title: "Cambiar de servidor", style: .cancel) { [weak self] _ in
            self?.restart(isChoosing: true)
        })
        present(alert, animated: true)
    }
}

/// Passes the page's messages on to Capacitor, and drops those of every other page and of pages inside the page.
final class OwnPageMessages: NSObject, WKScriptMessageHandler {
    private let inner: WKScriptMessageHandler
    private let isOwnPage: (WKFrameInfo) -> Bool

    init(inner: WKScriptMessageHandler, isOwnPage: @escaping (WKFrameInfo) -> Bool) {
        self.inner = inner
        self.isOwnPage = isOwnPage
    }

    func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
        if isOwnPage(message.frameInfo) { inner.userContentController(controller, didReceive: message) }
    }
}

/// Hears of a page that could not be loaded; everything else goes to Capacitor's own delegate.
final class NavigationWatch: NSObject, WKNavigationDelegate {
    private let inner: NSObject & WKNavigationDelegate
    private let onFailure: () -> Void

    init(inner: NSObject & WKNavigationDelegate, onFailure: @escaping () -> Void) {
        self.inner = inner
        self.onFailure = onFailure
    }

    override func responds(to selector: Selector!) -> Bool {
        super.responds(to: selector) || inner.responds(to: selector)
    }

    override func forwardingTarget(for selector: Selector!) -> Any? {
        inner
    }

    // swiftlint:disable:next implicitly_unwrapped_optional
    func webView(_ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: Error) {
        inner.webView?(webView, didFailProvisionalNavigation: navigation, withError: error)
        // A navigation that another one replaced, or that was given to the system's browser, has not failed.
        let code = (error as NSError).code
        if code != NSURLErrorCancelled && code != 102 { onFailure() }
    }
}
