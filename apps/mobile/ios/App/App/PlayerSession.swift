import AVFoundation
import MediaPlayer
import UIKit

/// A media that has not been opened after this time has failed.
private let openTimeoutSeconds = 60.0

/// A jump of the position that is longer than this is a seek and not playback.
private let seekSeconds = 1.5

/// After this time without the next chapter or channel, the window that waits for it closes.
private let nextWaitSeconds = 15.0

/// Carries out the page's requests one after the other with AVPlayer, and tells the page what happens. The player before
/// is closed before the next one is opened, because a provider may allow a single connection. After a failure the player
/// is closed, so that the page, which is under its window, can say why. The page stops a chapter before it requests the
/// next one's address; the window stays open meanwhile, for a limited time. Everything happens on the main thread.
final class PlayerSession: NSObject {
    private let present: (UIViewController) -> Void
    private let tell: (PlayerEvent) -> Void
    private var playing: Playing?
    private var screen: PlayerViewController?
    /// Whether the page is about to play the next chapter or channel.
    private var isNextDue = false
    /// Closes the window that waits for the next media; nil while no window waits.
    private var wait: DispatchWorkItem?
    /// Whether a window is being closed; UIKit refuses to present another one meanwhile.
    private var isDismissing = false

    init(present: @escaping (UIViewController) -> Void, tell: @escaping (PlayerEvent) -> Void) {
        self.present = present
        self.tell = tell
    }

    /// Stops what plays, and plays a media; answers when it is ready, or says why it is not.
    func play(_ media: Media, cookies: [HTTPCookie], answer: @escaping (PlayerAnswer) -> Void) {
        end(why: "Se pidió reproducir otra cosa.")
        endWait()
        activateAudio()
        let playing = Playing(
            media: media,
            cookies: cookies,
            answer: answer,
            tell: { [weak self] in self?.hear($0) },
            onFailure: { [weak self] in self?.fail($0) }
        )
        self.playing = playing
        let screen = self.screen ?? PlayerViewController(
            onNext: { [weak self] in self?.next() },
            onClose: { [weak self] in self?.close() }
        )
        screen.show(media, player: playing.player)
        if self.screen == nil {
            self.screen = screen
            screen.modalPresentationStyle = .fullScreen
            if !isDismissing { present(screen) }
        }
        showNowPlaying(media)
        playing.open()
    }

    /// Ends playback, for the page; the window stays open for a limited time where the next chapter is due.
    func stop() -> PlayerAnswer {
        let isWaiting = isNextDue || wait != nil
        playing?.tellPosition()
        end(why: "Se pidió reproducir otra cosa.")
        if isWaiting { waitForNext() } else { dismiss() }
        return .done
    }

    func setPaused(_ isPaused: Bool) -> PlayerAnswer {
        guard let playing else { return .failure("No se está reproduciendo nada.") }
        playing.setPaused(isPaused)
        return .done
    }

    func seek(to seconds: Double) -> PlayerAnswer {
        guard let playing else { return .failure("No se está reproduciendo nada.") }
        if playing.media.isLive { return .failure("No se puede buscar en este canal.") }
        playing.seek(to: max(0, seconds))
        return .done
    }

    /// Closes the player, for the person.
    private func close() {
        guard playing != nil || wait != nil else { return dismiss() }
        isNextDue = false
        endWait()
        _ = stop()
        tell(.stop)
    }

    private func next() {
        guard playing?.media.hasNext == true else { return }
        isNextDue = true
        tell(.next)
    }

    /// Passes an event on to the page, which plays the next chapter when one is over.
    private func hear(_ event: PlayerEvent) {
        if case .ended = event { isNextDue = playing?.media.hasNext == true }
        tell(event)
    }

    private func waitForNext() {
        screen?.showWaiting()
        guard wait == nil else { return }
        let wait = DispatchWorkItem { [weak self] in self?.dismiss() }
        self.wait = wait
        DispatchQueue.main.asyncAfter(deadline: .now() + nextWaitSeconds, execute: wait)
    }

    private func endWait() {
        wait?.cancel()
        wait = nil
    }

    private func fail(_ message: String) {
        playing?.tellPosition()
        isNextDue = false
        let waiting = playing?.takeAnswer()
        playing?.close()
        playing = nil
        dismiss()
        // Whoever waits for the answer reads the failure there; everybody else hears the event.
        if let waiting { waiting(.failure(message)) } else { tell(.error(message: message)) }
    }

    private func end(why: String) {
        isNextDue = false
        guard let playing else { return }
        self.playing = nil
        playing.close()
        playing.takeAnswer()?(.failure(why))
    }

    private func dismiss() {
        endWait()
        // A window that was asked for while another one was being closed has not been presented yet.
        if let screen, screen.presentingViewController != nil, !isDismissing {
            isDismissing = true
            screen.dismiss(animated: true) { [weak self] in self?.presentWaitingScreen() }
        }
        screen = nil
        MPNowPlayingInfoCenter.default().nowPlayingInfo = nil
        for command in [commands.playCommand, commands.pauseCommand, commands.nextTrackCommand] {
            command.removeTarget(nil)
        }
        try? AVAudioSession.sharedInstance().setActive(false, options: .notifyOthersOnDeactivation)
    }

    private func presentWaitingScreen() {
        isDismissing = false
        if let screen { present(screen) }
    }

    /// Playback goes on with the screen off and while the phone is on silent.
    private func activateAudio() {
        let audio = AVAudioSession.sharedInstance()
        try? audio.setCategory(.playback, mode: .moviePlayback)
        try? audio.setActive(true)
    }

    private var commands: MPRemoteCommandCenter { MPRemoteCommandCenter.shared() }

    /// Gives title and keys to the lock screen and to headphones.
    private func showNowPlaying(_ media: Media) {
        MPNowPlayingInfoCenter.default().nowPlayingInfo = [
            MPMediaItemPropertyTitle: media.title,
            MPNowPlayingInfoPropertyIsLiveStream: media.isLive
        ]
        for command in [commands.playCommand, commands.pauseCommand, commands.nextTrackCommand] {
            command.removeTarget(nil)
        }
        commands.playCommand.addTarget { [weak self] _ in self?.setPaused(false).success == true ? .success : .commandFailed }
        commands.pauseCommand.addTarget { [weak self] _ in self?.setPaused(true).success == true ? .success : .commandFailed }
        commands.nextTrackCommand.isEnabled = media.hasNext
        commands.nextTrackCommand.addTarget { [weak self] _ in
            self?.next()
            return .success
        }
    }
}

/// One media, from the request to its end.
private final class Playing {
    let media: Media
    let player: AVPlayer
    private let item: AVPlayerItem
    private let tell: (PlayerEvent) -> Void
    private let onFailure: (String) -> Void
    private var answer: ((PlayerAnswer) -> Void)?
    private var observations: [NSKeyValueObservation] = []
    private var notifications: [NSObjectProtocol] = []
    private var ticks: Any?
    private var timeout: DispatchWorkItem?
    private var isReady = false
    private var isPaused = false
    private var isPlaying = false
    private var isClosed = false
    private var waitingSeek: Double?
    private var lastPosition: Double?

    init(
        media: Media,
        cookies: [HTTPCookie],
        answer: @escaping (PlayerAnswer) -> Void,
        tell: @escaping (PlayerEvent) -> Void,
        onFailure: @escaping (String) -> Void
    ) {
        self.media = media
        self.answer = answer
        self.tell = tell
        self.onFailure = onFailure
        // QuickTime films may name other files, which would be requested from the network of the phone.
        let restrictions: AVAssetReferenceRestrictions = [
            .forbidRemoteReferenceToLocal, .forbidLocalReferenceToRemote, .forbidCrossSiteReference
        ]
        let options: [String: Any] = [
            AVURLAssetHTTPCookiesKey: cookies,
            AVURLAssetReferenceRestrictionsKey: NSNumber(value: restrictions.rawValue)
        ]
        item = AVPlayerItem(asset: AVURLAsset(url: media.url, options: options))
        player = AVPlayer(playerItem: item)
    }

    func open() {
        let timeout = DispatchWorkItem { [weak self] in self?.fail("El servidor tardó demasiado en responder.") }
        self.timeout = timeout
        DispatchQueue.main.asyncAfter(deadline: .now() + openTimeoutSeconds, execute: timeout)
        observations = [
            item.observe(\.status) { [weak self] _, _ in DispatchQueue.main.async { self?.onStatus() } },
            player.observe(\.rate) { [weak self] _, _ in DispatchQueue.main.async { self?.onRate() } }
        ]
        let center = NotificationCenter.default
        notifications = [
            center.addObserver(forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: .main) { [weak self] _ in
                self?.onEnded()
            },
            center.addObserver(forName: .AVPlayerItemFailedToPlayToEndTime, object: item, queue: .main) { [weak self] note in
                self?.fail(playerFailureSentence(note.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? Error))
            }
        ]
        // A position is told once a second at most.
        ticks = player.addPeriodicTimeObserver(forInterval: CMTime(seconds: 1, preferredTimescale: 1), queue: .main) {
            [weak self] _ in self?.onTick()
        }
    }

    /// The function that waits for an answer, once.
    @discardableResult
    func takeAnswer() -> ((PlayerAnswer) -> Void)? {
        defer { answer = nil }
        return answer
    }

    func setPaused(_ value: Bool) {
        isPaused = value
        guard isReady else { return }
        if value { player.pause() } else { player.play() }
    }

    func seek(to seconds: Double) {
        guard isReady else {
            waitingSeek = seconds
            return
        }
        player.seek(to: CMTime(seconds: seconds, preferredTimescale: 600))
    }

    /// Tells the position, unless nothing has been played.
    func tellPosition() {
        guard isReady, !isClosed, let position else { return }
        lastPosition = position
        tell(.time(time: position, duration: duration))
    }

    /// Ends playback and its connections.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        timeout?.cancel()
        observations.forEach { $0.invalidate() }
        notifications.forEach(NotificationCenter.default.removeObserver)
        if let ticks { player.removeTimeObserver(ticks) }
        player.pause()
        player.replaceCurrentItem(with: nil)
    }

    private var position: Double? {
        let seconds = player.currentTime().seconds
        return seconds.isFinite && seconds >= 0 ? seconds : nil
    }

    private var duration: Double? {
        let seconds = item.duration.seconds
        return media.isLive || !seconds.isFinite ? nil : seconds
    }

    private func fail(_ message: String) {
        if !isClosed { onFailure(message) }
    }

    private func onStatus() {
        if isClosed { return }
        if item.status == .failed { fail(playerFailureSentence(item.error)) }
        guard item.status == .readyToPlay, !isReady else { return }
        timeout?.cancel()
        let start = waitingSeek ?? media.startTime
        isReady = true
        if start > 0 && !media.isLive {
            player.seek(to: CMTime(seconds: start, preferredTimescale: 600)) { [weak self] _ in self?.begin() }
        } else {
            begin()
        }
    }

    private func begin() {
        if isClosed { return }
        lastPosition = position
        if !isPaused { player.play() }
        takeAnswer()?(.done)
    }

    private func onRate() {
        if isClosed || !isReady || isPlaying == (player.rate != 0) { return }
        isPlaying = player.rate != 0
        if !isPlaying { tellPosition() }
        tell(isPlaying ? .play : .pause)
    }

    private func onTick() {
        guard isReady, !isClosed, let position else { return }
        if let lastPosition, !media.isLive, abs(position - lastPosition) > 1 + seekSeconds { tell(.seek(time: position)) }
        if isPlaying { tellPosition() }
    }

    private func onEnded() {
        if isClosed { return }
        tellPosition()
        isPlaying = false
        tell(.ended)
    }
}
