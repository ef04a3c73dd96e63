import AVFoundation

/// The sentence that says why AVPlayer could not play.
func playerFailureSentence(_ error: Error?) -> String {
    guard let error = error as NSError? else { return "El video no se pudo reproducir." }
    if error.domain == NSURLErrorDomain {
        switch error.code {
        case NSURLErrorTimedOut:
            return "El servidor tardó demasiado en responder."
        case NSURLErrorNotConnectedToInternet, NSURLErrorCannotConnectToHost, NSURLErrorCannotFindHost:
            return "No hay conexión con el servidor."
        case NSURLErrorNetworkConnectionLost:
            return "La conexión con el servidor se cortó."
        default:
            return "El servidor no entregó el video."
        }
    }
    guard error.domain == AVFoundationErrorDomain else { return "El video no se pudo reproducir." }
    switch AVError.Code(rawValue: error.code) {
    case .fileFormatNotRecognized, .failedToParse:
        return "El formato no se reconoce."
    case .decoderNotFound, .formatUnsupported:
        return "Este dispositivo no puede reproducir el formato del video."
    case .decodeFailed:
        return "El video no se pudo descodificar."
    case .serverIncorrectlyConfigured, .noLongerPlayable, .contentIsUnavailable:
        return "El servidor no entregó el video."
    default:
        return "El video no se pudo reproducir."
    }
}
