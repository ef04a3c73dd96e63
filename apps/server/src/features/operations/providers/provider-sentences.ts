import { errorCatalogue, type ErrorCode, type TryStage } from '@butaca/contract';
import type { WaitingReason } from '../../../shared/provider/list-provider.ts';

/** What an administrator reads about a list that could not be refreshed, where the error's own sentence is for viewers. */
const sentences: Partial<Record<ErrorCode, string>> = {
  'upstream.unknown_host':
    'No se encuentra el servidor del proveedor. Revisa la dirección, o pregunta a tu proveedor si la ha cambiado.',
  'upstream.unreachable':
    'El servidor del proveedor no responde o respondió con un error. Se volverá a intentar; si continúa, pregunta a tu proveedor.',
  'upstream.timeout':
    'El servidor del proveedor tardó demasiado en responder o en enviar la lista. Se volverá a intentar.',
  'upstream.certificate':
    'El certificado del servidor del proveedor no es válido o ha cambiado. Míralo con «Certificados»: si confías en él puedes permitirlo; si no, avisa a tu proveedor.',
  'upstream.refused':
    'Esa dirección está en una red a la que este servidor no se conecta. Si es tuya, permítela en UPSTREAM_ALLOW_PRIVATE.',
  'upstream.unauthorized':
    'El proveedor no acepta la cuenta: puede haber caducado o la contraseña haber cambiado. Renuévala o escribe la dirección nueva con «Editar».',
  'upstream.forbidden':
    'El proveedor no permite descargar la lista. La cuenta puede haber caducado, o pide otro User-Agent: escríbelo con «Editar».',
  'upstream.gone':
    'En esa dirección ya no hay ninguna lista. Pide a tu proveedor la dirección nueva y escríbela con «Editar».',
  'upstream.busy': 'El proveedor pide esperar. Se volverá a intentar cuando haya pasado el tiempo que pide.',
  'upstream.connections':
    'El proveedor dice que la cuenta ya usa todas sus conexiones. Se volverá a intentar más tarde.',
  'upstream.page': 'En esa dirección hay una página web, no una lista. Revisa la dirección.',
  'upstream.blocked': 'El proveedor está bloqueado por motivos legales donde está el servidor.',
  'list.html':
    'El proveedor respondió con una página web en lugar de la lista: suele ocurrir cuando la cuenta ha caducado. No se ha cambiado nada.',
  'list.no_entries': 'El proveedor envió una lista vacía. No se ha cambiado nada; se volverá a intentar.',
  'list.invalid': 'El proveedor envió algo que no es una lista M3U. No se ha cambiado nada.',
  'list.packed_unreadable':
    'El proveedor envió un archivo comprimido dañado o con contraseña. No se ha cambiado nada; se volverá a intentar.',
  'list.packed_too_large':
    'La lista comprimida del proveedor ocupa demasiado al abrirla o contiene demasiados archivos. No se ha cambiado nada.',
  'list.packed_twice':
    'El proveedor envió un archivo comprimido dentro de otro, que Butaca no abre. No se ha cambiado nada.',
  'list.packed_other':
    'El proveedor envía la lista comprimida con un programa que Butaca no lee. Pídele la lista en M3U, ZIP o GZ.',
  'list.packed_without_list': 'El ZIP del proveedor no contiene ninguna lista. No se ha cambiado nada.',
  'list.damaged':
    'La lista del proveedor llegó dañada o incompleta. No se ha cambiado nada; se volverá a intentar.',
  'list.receiver_only':
    'En esa dirección hay una lista de un receptor Enigma2 sin direcciones de Internet. No se ha cambiado nada.',
  'list.media_playlist':
    'En esa dirección hay una emisión suelta, no una lista de canales. Agrégala como canal, o revisa la dirección.',
  'body.too_large':
    'La lista supera el tamaño que admite el servidor (UPLOAD_LIMIT_MB). No se ha cambiado nada.',
};

export const describeError = (code: string): string =>
  Object.hasOwn(errorCatalogue, code)
    ? (sentences[code as ErrorCode] ?? errorCatalogue[code as ErrorCode].sentence)
    : 'Algo falló. Vuelve a intentarlo.';

const kinds = { channels: 'canales', films: 'películas', series: 'series' } as const;

/** Describes why a list waits for an administrator, and what to do. @param reason - `null` for a preview that was asked for */
export function describeWaiting(reason: WaitingReason | null): string {
  if (reason === null || reason.kind === 'new')
    return 'La lista está lista para revisarla. Nada se publica antes de que la apruebes.';
  if (reason.kind === 'undone')
    return 'Se deshizo una importación de esta lista. Apruébala para publicar lo que trae ahora, o descártala.';
  const [now, before] = [reason.now.toLocaleString('es'), reason.before.toLocaleString('es')];
  const fault =
    'No se ha cambiado nada: si es lo correcto, aprueba la lista; si es un fallo del proveedor, descártala y actualiza más tarde.';
  if (reason.kind === 'entries')
    return `La lista trae menos de la mitad de entradas que la última vez: ${now} (antes, ${before}). ${fault}`;
  if (reason.kind === 'turned')
    return `De los ${before} canales de la lista, ${now} pasarían a ser películas o capítulos. ${fault}`;
  const noun = kinds[reason.kind];
  return reason.now === 0
    ? `La cuenta ya no trae ${noun} (antes, ${before}). ${fault}`
    : `La cuenta trae menos de la mitad de ${noun} que la última vez: ${now} (antes, ${before}). ${fault}`;
}

export const passedSentences: Readonly<Record<TryStage, string>> = {
  dns: 'El nombre del servidor se conoce.',
  tcp: 'El servidor acepta conexiones.',
  tls: 'La conexión va cifrada y se acepta su certificado.',
  answer: 'El servidor entrega la lista.',
  media: 'Una emisión de la lista entrega datos.',
};

/** What the stage of the answer says when an Xtream server accepts the account. */
export const accountPassedSentence = 'El servidor acepta la cuenta.';

export const notReached = 'No se llegó a probar.';

export const skippedSentences: Readonly<Record<TryStage, string>> = {
  dns: notReached,
  tcp: notReached,
  tls: 'La dirección no usa conexión cifrada.',
  answer: notReached,
  media: 'Todavía no hay ninguna emisión de esta lista en el catálogo.',
};
