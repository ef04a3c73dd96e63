import Foundation

/// What the page asks to be played. Times are in seconds.
struct Media {
    let url: URL
    let title: String
    let startTime: Double
    let isLive: Bool
    /// Whether there is a next chapter, for which the player shows a button.
    let hasNext: Bool
}

/// Reads a request to play; nil for media of another server.
func readMedia(_ options: [AnyHashable: Any], origin: String) -> Media? {
    guard let address = options["url"] as? String, address.count <= 8192, let url = URL(string: address) else { return nil }
    guard originOf(url) == origin else { return nil }
    let start = options["startTime"] as? Double ?? 0
    return Media(
        url: url,
        title: String((options["title"] as? String ?? "").prefix(300)),
        startTime: start.isFinite && start > 0 ? start : 0,
        isLive: options["isLive"] as? Bool ?? false,
        hasNext: options["hasNext"] as? Bool ?? false
    )
}

/// What became of a request; the message is a Spanish sentence where it failed, and empty otherwise.
struct PlayerAnswer {
    let success: Bool
    let message: String

    static let done = PlayerAnswer(success: true, message: "")

    static func failure(_ message: String) -> PlayerAnswer {
        PlayerAnswer(success: false, message: message)
    }
}

/// What the player tells the page. Times are in seconds.
enum PlayerEvent {
    case play
    case pause
    /// The person has closed the player. What the page itself stops is not told.
    case stop
    case seek(time: Double)
    /// The duration is nil for a live channel.
    case time(time: Double, duration: Double?)
    case error(message: String)
    case ended
    /// The person has asked for the next chapter.
    case next

    var name: String {
        switch self {
        case .play: return "play"
        case .pause: return "pause"
        case .stop: return "stop"
        case .seek: return "seek"
        case .time: return "time"
        case .error: return "error"
        case .ended: return "ended"
        case .next: return "next"
        }
    }

    /// The event's data, as `packages/bridge` reads them.
    var data: [String: Any] {
        switch self {
        case .seek(let time):
            return ["time": time]
        case .time(let time, let duration):
            guard let duration else { return ["time": time] }
            return ["time": time, "duration": duration]
        case .error(let message):
            return ["message": message]
        default:
            return [:]
        }
    }
}
