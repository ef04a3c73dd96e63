/**
 * The errors that the page must be able to name by itself while it plays something, with their sentences: a media player
 * may learn only the status of an answer of the streaming proxy.
 */
export const playbackErrors = {
  'session.expired': { status: 401, sentence: 'Tu sesión ha expirado. Por favor, inicia sesión de nuevo.' },
  'plan.required': { status: 403, sentence: 'Tu plan actual no permite acceder a este contenido.' },
  'stream.forbidden': {
    status: 403,
    sentence: 'Esta reproducción ha terminado. Abre de nuevo el contenido para seguir viéndolo.',
  },
  'stream.stopped': {
    status: 403,
    sentence: 'La reproducción se detuvo desde otro de tus dispositivos.',
  },
  'stream.elsewhere': {
    status: 403,
    sentence:
      'Esta dirección de reproducción se abrió desde otra conexión. Abre de nuevo el contenido para seguir viéndolo.',
  },
  'trial.spent': {
    status: 403,
    sentence: 'Tu prueba gratuita de hoy ha terminado. Mañana tendrás más minutos, o actualiza tu plan.',
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
  'server.unexpected': {
    status: 500,
    sentence: 'Algo falló en el servidor. Inténtalo de nuevo; si continúa, avisa al administrador.',
  },
  'upstream.unreachable': {
    status: 502,
    sentence: 'El video no responde en este momento. Vuelve a intentarlo en unos minutos.',
  },
  'upstream.gone': {
    status: 502,
    sentence: 'El video ya no existe en el proveedor. Elige otro o avisa al administrador.',
  },
  'server.unavailable': {
    status: 503,
    sentence: 'El servicio no está disponible en este momento. Inténtalo en unos segundos.',
  },
  'upstream.timeout': {
    status: 504,
    sentence: 'El video tarda demasiado en responder. Vuelve a intentarlo en unos minutos.',
  },
} as const;

/**
 * The other errors of the streaming proxy and of the calls that return a playable URL. Their sentences arrive in the
 * answer, so the page's bundle does not need them.
 */
export const answeredErrors = {
  'request.malformed': {
    status: 400,
    sentence: 'La petición no se entiende. Revísala y vuelve a intentarlo.',
  },
  'session.required': { status: 401, sentence: 'Por favor, inicia sesión para acceder al contenido.' },
  'account.inactive': {
    status: 403,
    sentence: 'Tu cuenta no está activa. Pide al administrador que la active.',
  },
  'route.not_found': { status: 404, sentence: 'Esa dirección no existe.' },
  'channel.not_found': { status: 404, sentence: 'El canal no existe o ya no está disponible.' },
  'video.not_found': { status: 404, sentence: 'El contenido no existe o ya no está disponible.' },
  'segment.not_found': { status: 404, sentence: 'Esta parte del video ya no está disponible.' },
  'stream.invalid': { status: 404, sentence: 'La dirección de reproducción no es válida.' },
  'account.password_change_required': {
    status: 409,
    sentence: 'Elige una contraseña propia para continuar.',
  },
  'limit.requests': { status: 429, sentence: 'Demasiadas peticiones seguidas. Espera un momento.' },
  'upstream.refused': {
    status: 502,
    sentence: 'El video no está disponible desde este servidor. Elige otro o avisa al administrador.',
  },
  'upstream.protocol': {
    status: 502,
    sentence:
      'Este video llega de una forma que aquí no se puede abrir (rtmp, rtsp, udp, srt, mms, MJPEG, Smooth Streaming...). Elige otro o avisa al administrador.',
  },
  'upstream.unknown_host': {
    status: 502,
    sentence: 'No se encuentra el servidor de este video. Elige otro o avisa al administrador.',
  },
  'upstream.certificate': {
    status: 502,
    sentence: 'El certificado del servidor de este video no es válido. Elige otro o avisa al administrador.',
  },
  'upstream.page': {
    status: 502,
    sentence:
      'En la dirección de este video hay una página o un texto, no un video. Elige otro o avisa al administrador.',
  },
  'upstream.unauthorized': {
    status: 502,
    sentence:
      'El proveedor no acepta la cuenta con la que se pide este video. Elige otro o avisa al administrador.',
  },
  'upstream.forbidden': {
    status: 502,
    sentence: 'El proveedor no permite ver este video. Elige otro o avisa al administrador.',
  },
  'upstream.protected': {
    status: 502,
    sentence: 'El video llega cifrado o protegido con DRM y aquí no se puede abrir. Elige otro.',
  },
  'upstream.blocked': {
    status: 502,
    sentence: 'El video está bloqueado por motivos legales donde está el servidor. Elige otro.',
  },
  'upstream.connections': {
    status: 503,
    sentence: 'El proveedor no admite más reproducciones a la vez. Vuelve a intentarlo cuando termine otra.',
  },
  'upstream.full': {
    status: 503,
    sentence:
      'Tu proveedor no admite más reproducciones a la vez. Elige algo de lo que ya se ve o espera a que termine otra.',
  },
  'upstream.crowded': {
    status: 503,
    sentence:
      'Este servidor ya recibe de este proveedor todo lo que tiene permitido a la vez. Elige otra cosa o vuelve a intentarlo en unos minutos.',
  },
  'upstream.busy': {
    status: 503,
    sentence: 'El proveedor está saturado y pide esperar un poco antes de ver este video.',
  },
  'server.storage_full': {
    status: 503,
    sentence: 'Espacio insuficiente en el servidor. Avisa al administrador.',
  },
  'conversion.missing': {
    status: 409,
    sentence:
      'Este archivo necesita convertirse y el servidor no tiene ffmpeg. Elige otro o avisa al administrador.',
  },
  'conversion.impossible': {
    status: 409,
    sentence: 'Este archivo no se puede convertir para el navegador. Elige otro o avisa al administrador.',
  },
  'conversion.busy': {
    status: 503,
    sentence:
      'El servidor ya está convirtiendo todos los archivos que puede. Vuelve a intentarlo en un momento.',
  },
  'conversion.starting': {
    status: 503,
    sentence:
      'Hay que convertir esto para verlo, y el servidor todavía está preparando el conversor. Vuelve a intentarlo en un momento.',
  },
  'conversion.elsewhere': {
    status: 503,
    sentence:
      'Tu plan no permite ver a la vez más contenidos que haya que convertir. Detén uno en otro dispositivo para ver este aquí.',
  },
} as const;

/**
 * Whether a stream failed because its provider delivers nothing, and not because of the viewer, a limit or a format.
 *
 * @param code - of the playback failure
 */
export const isSilence = (code: string): boolean =>
  /^upstream\.(?:ended|gone|timeout|unknown_host|unreachable)$/.test(code);
