import AVFoundation
import MediaPlayer
import UIKit

/// A media that has not been opened after this time has failed.
private let openTimeoutSeconds = 60.0

/// A jump of the position that is longer than this is a seek and not playback.
private let seekSeconds = 1.5

/// Carries out the page's requests one after the other with AVPlayer, and tells the page what happens. The player before
/// is closed before the next one is opened, because a provider may allow a single connection. After a failure the player
/// is closed, so that the page, which is under its window, can say why. Everything happens on the main thread.
final class PlayerSession: NSObject {
    private let present: (UIViewController) -> Void
    private let tell: (PlayerEvent) -> Void
    private var playing: Playing?
    private var screen: PlayerViewController?

    init(present: @escaping (UIViewController) -> Void, tell: @escaping (PlayerEvent) -> Void) {
        self.present = present
        self.tell = tell
    }

    /// Stops what plays, and plays a media; answers when it is ready, or says why it is not.
    func play(_ media: Media, cookies: [HTTPCookie], answer: @escaping (PlayerAnswer) -> Void) {
        end(why: "Se pidió reproducir otra cosa.")
        activateAudio()
        let playing = Playing(media: media, cookies: cookies, answer: answer, tell: tell) { [weak self] message in
            self?.fail(message)
        }
        self.playing = playing
        let screen = self.screen ?? PlayerViewController(
            onNext: { [weak self] in self?.next() },
            onClose: { [weak self] in self?.close() }
        )
        screen.show(media, player: playing.player)
        if self.screen == nil {
            self.screen = screen
            screen.modalPresentationStyle = .fullScreen
            present(screen)
        }
        showNowPlaying(media)
        playing.open()
    }

    /// Closes the player, for the page.
    func stop() -> PlayerAnswer {
        playing?.tellPosition()
        end(why: "Se pidió reproducir otra cosa.")
        dismiss()
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
        guard playing != nil else { return dismiss() }
        _ = stop()
        tell(.stop)
    }

    private func next() {
        if playing?.media.hasNext == true { tell(.next) }
    }

    private func fail(_ message: String) {
        playing?.tellPosition()
        let waiting = playing?.takeAnswer()
        playing?.close()
        playing = nil
        dismiss()
        // Whoever waits for the answer reads the failure there; everybody else hears the event.
        if let waiting { waiting(.failure(message)) } else { tell(.error(message: message)) }
    }

    private func end(why: String) {
        guard let playing else { return }
        self.playing = nil
        playing.close()
        playing.takeAnswer()?(.failure(why))
    }

    private func dismiss() {
        screen?.dismiss(animated: true)
        screen = nil
        MPNowPlayingInfoCenter.default().nowPlayingInfo = nil
        for command in [commands.playCommand, commands.pauseCommand, commands.nextTrackCommand] {
            command.removeTarget(nil)
        }
        try? AVAudioSession.sharedInstance().setActive(false, options: .notifyOthersOnDeactivation)
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
        item = AVPlayerItem(asset: AVURLAsset(url: media.url, options: [AVURLAssetHTTPCookiesKey: cookies]))
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
