/**
 * The errors that a page may have to show while it plays something: those of the streaming proxy and of the calls that
 * return a playable URL. A media player learns only the error code, so the page needs these sentences in its own
 * bundle; other errors arrive with their sentence in the answer.
 */
export const playbackErrors = {
  'request.malformed': {
    status: 400,
    sentence: 'La petición no se entiende. Revísala y vuelve a intentarlo.',
  },
  'session.required': { status: 401, sentence: 'Por favor, inicia sesión para acceder al contenido.' },
  'session.expired': { status: 401, sentence: 'Tu sesión ha expirado. Por favor, inicia sesión de nuevo.' },
  'account.inactive': {
    status: 403,
    sentence: 'Tu cuenta no está activa. Contacta al administrador para activarla.',
  },
  'plan.required': { status: 403, sentence: 'Tu plan actual no permite acceder a este contenido.' },
  'stream.forbidden': {
    status: 403,
    sentence: 'Esta reproducción ha terminado. Abre de nuevo el contenido para seguir viéndolo.',
  },
  'stream.stopped': {
    status: 403,
    sentence: 'La reproducción se detuvo desde otro de tus dispositivos.',
  },
  'trial.spent': {
    status: 403,
    sentence: 'Tu prueba gratuita de hoy ha terminado. Mañana tendrás más minutos, o actualiza tu plan.',
  },
  'route.not_found': { status: 404, sentence: 'Esa dirección no existe.' },
  'channel.not_found': { status: 404, sentence: 'El canal no existe o ya no está disponible.' },
  'video.not_found': { status: 404, sentence: 'El contenido no existe o ya no está disponible.' },
  'segment.not_found': { status: 404, sentence: 'Esta parte de la emisión ya no está disponible.' },
  'stream.invalid': { status: 404, sentence: 'La dirección de reproducción no es válida.' },
  'account.password_change_required': {
    status: 409,
    sentence: 'Elige una contraseña propia para continuar.',
  },
  'stream.unplayable': {
    status: 409,
    sentence: 'Este canal usa un formato de emisión que el navegador no puede reproducir.',
  },
  'stream.expired': {
    status: 410,
    sentence: 'La dirección de reproducción ha caducado. Abre de nuevo el contenido para seguir viéndolo.',
  },
  'stream.limit': {
    status: 429,
    sentence: 'Tu plan no permite más reproducciones a la vez. Detén una en otro dispositivo para ver aquí.',
  },
  'limit.requests': { status: 429, sentence: 'Demasiadas peticiones seguidas. Espera un momento.' },
  'server.unexpected': {
    status: 500,
    sentence: 'Algo falló en el servidor. Inténtalo de nuevo; si continúa, avisa al administrador.',
  },
  'upstream.unreachable': { status: 502, sentence: 'La emisión no responde en este momento.' },
  'upstream.refused': { status: 502, sentence: 'La emisión no está disponible desde este servidor.' },
  'server.unavailable': {
    status: 503,
    sentence: 'El servicio no está disponible en este momento. Inténtalo en unos segundos.',
  },
  'server.storage_full': {
    status: 503,
    sentence: 'Espacio insuficiente en el servidor. Avisa al administrador.',
  },
  'upstream.timeout': { status: 504, sentence: 'La emisión tarda demasiado en responder.' },
  'conversion.missing': {
    status: 409,
    sentence:
      'Este archivo necesita convertirse y el servidor no tiene ffmpeg. Ábrelo en la aplicación de escritorio o avisa al administrador.',
  },
  'conversion.impossible': {
    status: 409,
    sentence: 'Este archivo no se puede convertir para el navegador. Ábrelo en la aplicación de escritorio.',
  },
  'conversion.busy': {
    status: 503,
    sentence:
      'El servidor ya está convirtiendo todos los archivos que puede. Vuelve a intentarlo en un momento.',
  },
  'conversion.elsewhere': {
    status: 503,
    sentence:
      'Otro de tus dispositivos ya está viendo un archivo que hay que convertir. Detenlo para ver este aquí.',
  },
} as const;
