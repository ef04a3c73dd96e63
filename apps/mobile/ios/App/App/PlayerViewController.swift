import AVKit
import UIKit

/// The full-screen player's window: AVKit's picture and controls, the title, the next chapter and «Cerrar».
final class PlayerViewController: UIViewController, AVPlayerViewControllerDelegate {
    private let inner = AVPlayerViewController()
    private let bar = UIStackView()
    private let titleLabel = UILabel()
    private let nextButton = UIButton(type: .system)
    private let closeButton = UIButton(type: .system)
    private let onNext: () -> Void
    private let onClose: () -> Void
    private var player: AVPlayer?
    private var isInPictureInPicture = false

    init(onNext: @escaping () -> Void, onClose: @escaping () -> Void) {
        self.onNext = onNext
        self.onClose = onClose
        super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
        fatalError("The window is created in code")
    }

    /// Shows a media; the next one may replace it in the same window.
    func show(_ media: Media, player: AVPlayer) {
        self.player = player
        inner.player = player
        titleLabel.text = media.title
        nextButton.setTitle(media.isLive ? "Canal siguiente" : "Capítulo siguiente", for: .normal)
        nextButton.isHidden = !media.hasNext
    }

    /// Nothing plays until the next chapter or channel is shown.
    func showWaiting() {
        player = nil
        inner.player = nil
        nextButton.isHidden = true
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .black
        inner.delegate = self
        inner.allowsPictureInPicturePlayback = true
        inner.canStartPictureInPictureAutomaticallyFromInline = true
        inner.updatesNowPlayingInfoCenter = true
        addChild(inner)
        inner.view.frame = view.bounds
        inner.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(inner.view)
        inner.didMove(toParent: self)
        addBar()
        let center = NotificationCenter.default
        center.addObserver(self, selector: #selector(enterBackground), name: UIApplication.didEnterBackgroundNotification, object: nil)
        center.addObserver(self, selector: #selector(enterForeground), name: UIApplication.willEnterForegroundNotification, object: nil)
    }

    override var prefersStatusBarHidden: Bool { true }

    override var prefersHomeIndicatorAutoHidden: Bool { true }

    func playerViewControllerWillStartPictureInPicture(_ controller: AVPlayerViewController) {
        isInPictureInPicture = true
        bar.isHidden = true
    }

    func playerViewControllerDidStopPictureInPicture(_ controller: AVPlayerViewController) {
        isInPictureInPicture = false
        bar.isHidden = false
    }

    private func addBar() {
        titleLabel.textColor = .white
        titleLabel.font = .preferredFont(forTextStyle: .headline)
        titleLabel.setContentHuggingPriority(.defaultLow, for: .horizontal)
        nextButton.addTarget(self, action: #selector(pressNext), for: .touchUpInside)
        closeButton.setTitle("Cerrar", for: .normal)
        closeButton.addTarget(self, action: #selector(pressClose), for: .touchUpInside)
        [titleLabel, nextButton, closeButton].forEach(bar.addArrangedSubview)
        bar.spacing = 16
        bar.alignment = .center
        bar.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(bar)
        let safe = view.safeAreaLayoutGuide
        NSLayoutConstraint.activate([
            bar.topAnchor.constraint(equalTo: safe.topAnchor, constant: 8),
            bar.leadingAnchor.constraint(equalTo: safe.leadingAnchor, constant: 72),
            bar.trailingAnchor.constraint(equalTo: safe.trailingAnchor, constant: -72),
            bar.heightAnchor.constraint(greaterThanOrEqualToConstant: 44)
        ])
    }

    /// AVKit pauses a picture that nobody sees. Without the picture the sound goes on.
    @objc private func enterBackground() {
        if !isInPictureInPicture { inner.player = nil }
    }

    @objc private func enterForeground() {
        inner.player = player
    }

    @objc private func pressNext() {
        onNext()
    }

    @objc private func pressClose() {
        onClose()
    }
}
