import { busySentence, pushDevicesMost, remindersMost } from './constant.ts';
import { playbackErrors, answeredErrors } from './playback-error.ts';

/**
 * Every error that the server answers with: its stable code, its HTTP status and the Spanish sentence that people read.
 * The type of error codes is derived from this object, so code that uses an unlisted error code does not compile.
 */
export const errorCatalogue = {
  ...playbackErrors,
  ...answeredErrors,
  'input.invalid': {
    status: 400,
    sentence: 'Hay datos que no son válidos. Revísalos y vuelve a intentarlo.',
  },
  'request.timeout': {
    status: 408,
    sentence: 'La petición tardó demasiado en llegar. Revisa tu conexión y vuelve a intentarlo.',
  },
  'device.invalid': {
    status: 400,
    sentence: 'El identificador del dispositivo no es válido. Recarga la página y vuelve a intentarlo.',
  },
  'account.password_weak': {
    status: 400,
    sentence: 'Esa contraseña es demasiado conocida. Elige otra que solo tú sepas.',
  },
  'account.password_required': { status: 400, sentence: 'Escribe tu contraseña actual.' },
  'account.password_wrong': { status: 400, sentence: 'La contraseña actual no es correcta.' },
  'account.password_same': {
    status: 400,
    sentence: 'La contraseña nueva debe ser distinta de la actual.',
  },
  'verification.code_wrong': {
    status: 400,
    sentence: 'El código no es correcto o ya se ha usado. Escribe el que muestra ahora tu aplicación.',
  },
  'list.missing': { status: 400, sentence: 'Por favor, selecciona un archivo M3U.' },
  'list.wrong_extension': {
    status: 400,
    sentence:
      'El archivo debe terminar en .m3u o .m3u8. También valen las listas .w3u, .json, .xspf, .pls y .tv, y comprimidas en .gz o .zip.',
  },
  'list.invalid': {
    status: 400,
    sentence: 'El archivo no es una lista válida. Elige un archivo M3U de texto.',
  },
  'list.missing_text': { status: 400, sentence: 'Por favor, selecciona un archivo M3U o texto.' },
  'list.missing_section': { status: 400, sentence: 'Por favor selecciona un archivo y una sección' },
  'list.not_m3u': { status: 400, sentence: 'Por favor selecciona un archivo .m3u' },
  'list.no_entries': {
    status: 400,
    sentence: 'La lista no contiene ninguna entrada que se pueda leer. No se ha cambiado nada.',
  },
  'list.empty': { status: 400, sentence: 'La lista no contiene ningún canal. No se ha cambiado nada.' },
  'list.html': {
    status: 400,
    sentence:
      'El archivo es una página web, no una lista. Descárgala de nuevo desde tu proveedor: suele ocurrir cuando la cuenta ha caducado.',
  },
  'list.media_playlist': {
    status: 400,
    sentence:
      'El archivo es una emisión HLS suelta, no una lista de canales. Agrega su dirección como canal o elige otra lista.',
  },
  'list.packed_unreadable': {
    status: 400,
    sentence:
      'El archivo comprimido está dañado o tiene contraseña. Descomprímelo en tu equipo y sube la lista que contiene.',
  },
  'list.packed_too_large': {
    status: 400,
    sentence:
      'El archivo comprimido ocupa demasiado al abrirlo o contiene demasiados archivos. Descomprímelo y sube solo la lista.',
  },
  'list.packed_twice': {
    status: 400,
    sentence:
      'El archivo comprimido contiene otro archivo comprimido. Descomprímelo y sube la lista que hay dentro.',
  },
  'list.packed_other': {
    status: 400,
    sentence:
      'El archivo está comprimido con un programa que Butaca no lee, como RAR o 7z. Descomprímelo y sube la lista, o comprímela en ZIP o GZ.',
  },
  'list.packed_without_list': {
    status: 400,
    sentence: 'El archivo ZIP no contiene ninguna lista. No se ha cambiado nada.',
  },
  'list.damaged': {
    status: 400,
    sentence:
      'La lista está dañada o incompleta y no se puede leer. Descárgala de nuevo o pide una lista M3U. No se ha cambiado nada.',
  },
  'list.too_deep': {
    status: 400,
    sentence:
      'La lista tiene demasiados grupos unos dentro de otros y no se puede leer. No se ha cambiado nada.',
  },
  'list.receiver_only': {
    status: 400,
    sentence:
      'Es una lista de un receptor Enigma2 con canales de antena, cable o satélite, que no tienen dirección de Internet. No se ha cambiado nada.',
  },
  'guide.file_missing': { status: 400, sentence: 'Por favor, selecciona el archivo de la guía.' },
  'upload.interrupted': { status: 400, sentence: 'La subida se interrumpió. No se ha cambiado nada.' },
  'backup.missing': { status: 400, sentence: 'Por favor, selecciona una copia de seguridad.' },
  'backup.foreign': {
    status: 400,
    sentence: 'El archivo no es una copia de seguridad de Butaca. No se ha cambiado nada.',
  },
  'backup.damaged': {
    status: 400,
    sentence: 'La copia de seguridad está dañada o incompleta. No se ha cambiado nada.',
  },
  'backup.unusable': {
    status: 400,
    sentence:
      'La copia de seguridad no tiene ningún administrador activo o le faltan los planes: nadie podría administrar Butaca con ella. No se ha cambiado nada.',
  },
  'credentials.invalid': { status: 401, sentence: 'Usuario o contraseña incorrectos.' },
  'credentials.used': {
    status: 401,
    sentence: 'Esa contraseña era de un solo uso y ya se utilizó. Pide otra al administrador.',
  },
  'credentials.code_required': {
    status: 401,
    sentence: 'Escribe también el código de tu aplicación de verificación.',
  },
  'credentials.code_wrong': {
    status: 401,
    sentence:
      'El código no es correcto o ya se ha usado. Escribe el que muestra ahora tu aplicación, o un código de recuperación.',
  },
  'role.forbidden': { status: 403, sentence: 'Acceso denegado. Debes ser administrador.' },
  'collection.closed': {
    status: 403,
    sentence: 'Ahora solo los administradores pueden agregar títulos a las colecciones.',
  },
  'addition.not_found': {
    status: 404,
    sentence: 'Ya no queda nada de lo que se agregó, o se agregó con una versión anterior.',
  },
  'collection.not_found': { status: 404, sentence: 'La colección no existe.' },
  'account.not_found': { status: 404, sentence: 'El usuario no existe.' },
  'invitation.invalid': {
    status: 404,
    sentence: 'Este enlace no es válido. Ábrelo completo, o pide otro al administrador.',
  },
  'activation.invalid': {
    status: 404,
    sentence: 'Ese código no es correcto. Escribe el que ves ahora en el televisor.',
  },
  'device.not_found': { status: 404, sentence: 'El dispositivo no existe.' },
  'device.signed_out': { status: 404, sentence: 'La sesión de ese dispositivo ya estaba cerrada.' },
  'device.not_playing': { status: 404, sentence: 'Ese dispositivo ya no está reproduciendo nada.' },
  'import.not_found': { status: 404, sentence: 'La importación no existe.' },
  'guide.not_found': { status: 404, sentence: 'Esa guía no existe. Recarga la página.' },
  'offer.not_found': {
    status: 404,
    sentence: 'El proveedor ya no ofrece esa guía, o ya la agregaste. Recarga la página.',
  },
  'guide.channel_unknown': {
    status: 404,
    sentence: 'La guía ya no tiene ese canal. Recarga la página y elige otro.',
  },
  'guide.not_decided': {
    status: 404,
    sentence: 'No hay nada que deshacer: nadie ha elegido la guía de ese canal. Recarga la página.',
  },
  'match.not_found': { status: 404, sentence: 'Ese título ya no está por confirmar. Recarga la página.' },
  'match.candidate_unknown': {
    status: 404,
    sentence: 'Esa ficha ya no está entre las candidatas. Recarga la página y elige otra.',
  },
  'match.not_decided': {
    status: 404,
    sentence: 'No hay nada que deshacer: nadie ha elegido la ficha de ese título. Recarga la página.',
  },
  'programme.not_found': {
    status: 404,
    sentence: 'La guía no tiene ningún programa de ese canal a esa hora. Recarga la página y elige otro.',
  },
  'programme.begun': {
    status: 409,
    sentence: 'Ese programa ya ha empezado. Puedes verlo ahora.',
  },
  'reminder.not_found': {
    status: 404,
    sentence: 'Ese recordatorio ya no existe. Recarga la página para ver los que tienes.',
  },
  'reminder.too_many': {
    status: 409,
    sentence: `Tienes demasiados recordatorios (${remindersMost}). Quita alguno antes de agregar otro.`,
  },
  'push.not_found': {
    status: 404,
    sentence:
      'Este navegador ya no recibe avisos. Abre la página y actívalos de nuevo en «Dispositivos y sesiones».',
  },
  'push.subscription_invalid': {
    status: 400,
    sentence:
      'El navegador dio unos datos con los que no se le puede avisar. Quita el permiso de notificaciones de esta página, dalo de nuevo y prueba otra vez.',
  },
  'push.too_many': {
    status: 409,
    sentence: `Ya recibes avisos en ${pushDevicesMost} dispositivos. Quita los avisos en alguno, o cierra su sesión, y prueba otra vez.`,
  },
  'archive.not_found': {
    status: 404,
    sentence: 'Este programa aún no ha empezado, o el proveedor no lo guarda. Elige otro en la guía.',
  },
  'provider.not_found': { status: 404, sentence: 'El proveedor no existe. Recarga la lista.' },
  'download.not_found': {
    status: 404,
    sentence: 'Ese archivo ya no se ofrece. Recarga la lista de descargas.',
  },
  'footerlink.not_found': { status: 404, sentence: 'Esta página no tiene texto todavía.' },
  'planrequest.not_found': {
    status: 404,
    sentence: 'Esa petición de plan ya no existe: se retiró o se cambió por otra. Recarga la lista.',
  },
  'backup.not_found': { status: 404, sentence: 'La copia de seguridad no existe.' },
  'image.not_found': { status: 404, sentence: 'La imagen no existe.' },
  'account.username_taken': { status: 409, sentence: 'Ese nombre de usuario ya está en uso.' },
  'account.last_admin': {
    status: 409,
    sentence: 'Es el último administrador activo: nombra antes a otro que no tenga fecha de caducidad.',
  },
  'account.own_password': {
    status: 409,
    sentence: 'Es tu propia contraseña: cámbiala con «Cambiar contraseña», en el menú de tu usuario.',
  },
  'invitation.used': {
    status: 409,
    sentence: 'Este enlace ya se usó. Entra con tu contraseña, o pide otro enlace al administrador.',
  },
  'invitation.expired': {
    status: 409,
    sentence: 'Este enlace caducó. Pide otro al administrador.',
  },
  'invitation.revoked': {
    status: 409,
    sentence: 'Este enlace ya no sirve: se anuló o hay uno más nuevo. Pide otro al administrador.',
  },
  'activation.used': {
    status: 409,
    sentence: 'Ese código ya se usó. Escribe el que ves ahora en el televisor.',
  },
  'activation.expired': {
    status: 409,
    sentence: 'Ese código caducó. Escribe el que ves ahora en el televisor.',
  },
  'activation.denied': { status: 409, sentence: 'No se dejó entrar a este televisor.' },
  'account.own_second_factor': {
    status: 409,
    sentence:
      'Es tu propia verificación: desactívala con «Verificación en dos pasos», en el menú de tu usuario.',
  },
  'verification.on': { status: 409, sentence: 'La verificación en dos pasos ya está activada.' },
  'verification.off': { status: 409, sentence: 'La verificación en dos pasos no está activada.' },
  'verification.not_begun': {
    status: 409,
    sentence: 'La activación ya no está en curso. Empieza de nuevo.',
  },
  'registration.closed': {
    status: 409,
    sentence: 'El registro está cerrado. Pide una cuenta al administrador.',
  },
  'channel.duplicate': { status: 409, sentence: 'Ya existe un canal con esa dirección.' },
  'video.duplicate': {
    status: 409,
    sentence: 'Ya existe un VOD o un capítulo con esa dirección.',
  },
  'collection.full': {
    status: 409,
    sentence: 'La colección está llena. Elige otra o crea una nueva.',
  },
  'collection.duplicate': { status: 409, sentence: 'Ya existe una colección con ese nombre.' },
  'import.running': {
    status: 409,
    sentence: 'Ya hay una importación en curso. Espera a que termine y vuelve a intentarlo.',
  },
  'import.cancelled': { status: 409, sentence: 'La importación se canceló. No se ha cambiado nada.' },
  'import.interrupted': {
    status: 409,
    sentence: 'Se interrumpió: el servidor se detuvo antes de terminar. No se ha cambiado nada.',
  },
  'import.finished': { status: 409, sentence: 'Esa importación ya ha terminado.' },
  'import.not_preview': { status: 409, sentence: 'Esa importación ya se publicó o se descartó.' },
  'import.too_many_choices': {
    status: 409,
    sentence:
      'Has cambiado demasiadas entradas o grupos de esta lista. Cambia grupos enteros en vez de entradas sueltas, o publica la lista y sigue después.',
  },
  'import.too_many_rules': {
    status: 409,
    sentence:
      'Este proveedor ya recuerda demasiadas reglas. Quita alguna en «Proveedores» con «Editar» y vuelve a intentarlo.',
  },
  'import.nothing_alike': {
    status: 409,
    sentence:
      'El nombre de esa entrada no se distingue de los demás. Cambia solo la entrada, o su grupo entero.',
  },
  'import.file_gone': {
    status: 409,
    sentence: 'El archivo de esa vista previa ya no está en el servidor. Súbelo de nuevo.',
  },
  'import.not_undoable': {
    status: 409,
    sentence:
      'Esa importación ya no se puede deshacer: no terminó, ya se deshizo o es demasiado antigua para conservar su informe.',
  },
  'import.not_openable': {
    status: 409,
    sentence:
      'Los planes de esa importación ya no se pueden cambiar de una vez: no terminó, se deshizo o es demasiado antigua para conservar su informe. Cámbialos en la ficha de cada título o canal.',
  },
  'guide.refreshing': {
    status: 409,
    sentence: 'Esa guía ya se está actualizando. Espera a que termine.',
  },
  'guide.duplicate': {
    status: 409,
    sentence: 'Ya hay una guía con esa dirección. Usa esa guía, o escribe otra dirección.',
  },
  'guide.too_many': {
    status: 409,
    sentence: 'Hay demasiadas guías. Elimina una que no uses antes de agregar otra.',
  },
  'guide.no_address': {
    status: 409,
    sentence:
      'Esa guía no tiene una dirección propia que se pueda cambiar. Agrega la dirección nueva como otra guía.',
  },
  'guide.not_file': {
    status: 409,
    sentence: 'Esa guía no es de un archivo subido. Agrega el archivo como otra guía.',
  },
  'provider.no_address': {
    status: 409,
    sentence:
      'Ese proveedor es de archivos subidos: no tiene una dirección que consultar. Sube el archivo de nuevo.',
  },
  // The call was refused before anything was done, so every call may be repeated after it.
  'server.busy': { status: 503, sentence: busySentence },
  'video.chapters_unavailable': {
    status: 503,
    sentence:
      'El proveedor no entrega ahora los capítulos de esta serie. Vuelve a intentarlo en unos minutos.',
  },
  'provider.wrong_credentials': {
    status: 409,
    sentence:
      'El proveedor no acepta el usuario o la contraseña. Revísalos y escríbelos de nuevo con «Editar».',
  },
  'provider.expired': {
    status: 409,
    sentence:
      'La cuenta ha caducado. Renuévala con tu proveedor y pulsa «Actualizar ahora». No se ha cambiado nada.',
  },
  'provider.disabled': {
    status: 409,
    sentence:
      'El proveedor ha desactivado la cuenta. Pregúntale por qué; si te da otra, escríbela con «Editar». No se ha cambiado nada.',
  },
  'provider.not_account': {
    status: 409,
    sentence:
      'En esa dirección no responde un servidor Xtream. Revisa la dirección y el puerto; si tu proveedor te dio una lista M3U, agrégala como lista.',
  },
  'provider.unreadable_list': {
    status: 409,
    sentence:
      'El proveedor envió una lista incompleta o ilegible. No se ha cambiado nada; se volverá a intentar.',
  },
  'provider.refreshing': {
    status: 409,
    sentence: 'La lista de ese proveedor ya se está actualizando. Espera a que termine.',
  },
  'provider.unreadable': {
    status: 409,
    sentence:
      'La dirección guardada de ese proveedor ya no se puede leer: viene de una copia de seguridad de otra instalación o de antes de cambiar la clave. Escríbela de nuevo con «Editar».',
  },
  'provider.certificate_changed': {
    status: 409,
    sentence: 'Ese servidor no presenta ahora ese certificado. No se ha permitido nada: míralo otra vez.',
  },
  'provider.server_unknown': {
    status: 409,
    sentence: 'Ese servidor no es de este proveedor. No se ha permitido nada: recarga la lista.',
  },
  'provider.removed': {
    status: 409,
    sentence: 'Ese proveedor está eliminado. Recupéralo antes.',
  },
  'provider.not_removed': { status: 409, sentence: 'Ese proveedor no está eliminado. Recarga la lista.' },
  'provider.built_in': {
    status: 409,
    sentence: 'Ese grupo es de Butaca y no se puede eliminar. Elimina sus canales y títulos uno a uno.',
  },
  'planrequest.open': {
    status: 409,
    sentence: 'Ya pediste un plan. Espera la respuesta o retira tu petición para pedir otro.',
  },
  'planrequest.current': { status: 409, sentence: 'Ya tienes ese plan.' },
  'planrequest.not_offered': {
    status: 409,
    sentence: 'Ese plan ya no se ofrece. Recarga la página y elige otro.',
  },
  'planrequest.needless': {
    status: 409,
    sentence: 'Eres administrador: tu cuenta lo abre todo. Cambia tu plan en «Gestionar Usuarios».',
  },
  'planrequest.decided': {
    status: 409,
    sentence: 'Otro administrador ya respondió a esa petición. Recarga la lista.',
  },
  'planrequest.not_decided': {
    status: 409,
    sentence: 'Esa petición sigue pendiente: no hay ninguna respuesta que deshacer.',
  },
  'backup.running': {
    status: 409,
    sentence: 'Ya hay una copia o una restauración en curso. Espera a que termine y vuelve a intentarlo.',
  },
  'backup.full': {
    status: 409,
    sentence:
      'Ya hay diez copias hechas a mano o subidas, que es lo máximo. Descarga y elimina alguna antes de guardar otra.',
  },
  'backup.version': {
    status: 409,
    sentence:
      'La copia de seguridad es de una versión de Butaca que esta no sabe leer. Actualiza Butaca y vuelve a intentarlo. No se ha cambiado nada.',
  },
  'migration.running': {
    status: 409,
    sentence: 'Ya hay una migración en curso. Espera a que termine y vuelve a intentarlo.',
  },
  'migration.nothing_to_undo': {
    status: 409,
    sentence: 'No hay ninguna migración que se pueda deshacer.',
  },
  'reading.running': {
    status: 409,
    sentence: 'Ya se están leyendo los títulos. Espera a que termine y vuelve a intentarlo.',
  },
  'reading.nothing_to_apply': {
    status: 409,
    sentence: 'No hay ninguna lectura nueva que aplicar. Lee los títulos de nuevo primero.',
  },
  'reading.nothing_to_undo': {
    status: 409,
    sentence: 'No hay ninguna lectura nueva que se pueda deshacer.',
  },
  'resource.conflict': {
    status: 409,
    sentence: 'Algo cambió mientras tanto. Recarga la página y vuelve a intentarlo.',
  },
  'body.too_large': {
    status: 413,
    sentence:
      'El envío supera el tamaño que admite el servidor. Redúcelo o pide al administrador que amplíe el límite.',
  },
  'body.wrong_type': {
    status: 415,
    sentence: 'El servidor no admite ese formato de envío. Envía los datos como indica /api/docs.',
  },
  'limit.login': {
    status: 429,
    sentence: 'Demasiados intentos seguidos. Espera un momento y vuelve a intentarlo.',
  },
  'limit.activation': {
    status: 429,
    sentence: 'Demasiados códigos seguidos desde esta conexión. Espera un minuto y vuelve a intentarlo.',
  },
  'limit.registrations': {
    status: 429,
    sentence:
      'Hoy ya se han creado demasiadas cuentas desde esta conexión. Vuelve a intentarlo mañana o pide una cuenta al administrador.',
  },
  'request.address_too_long': {
    status: 414,
    sentence: 'La dirección de la petición es demasiado larga. Acórtala y vuelve a intentarlo.',
  },
  'request.headers_too_large': {
    status: 431,
    sentence:
      'Las cabeceras de la petición son demasiado grandes. Borra las cookies de este sitio y vuelve a intentarlo.',
  },
} as const satisfies Record<`${string}.${string}`, { status: number; sentence: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** The JSON body of every error answer. `details` names the invalid fields of a 400. */
export interface ErrorBody {
  error: string;
  code: ErrorCode;
  requestId: string;
  details?: { path: string; message: string }[];
}
