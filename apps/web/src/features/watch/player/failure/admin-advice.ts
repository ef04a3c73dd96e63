import type { ErrorCode } from '@butaca/contract';
import type { PlaybackFailureCode } from '@butaca/player';

const addressAdvice = 'Comprueba la dirección del contenido en el panel de administración.';

/** What an administrator can change after a failure, in Spanish, by the failure's code. */
const advice = {
  'stream.elsewhere':
    'Si ocurre siempre en mpv o en una aplicación, indica en TRUSTED_PROXIES la dirección del proxy que este servidor tiene delante.',
  'upstream.unreachable':
    'Comprueba que el servidor del proveedor está en marcha y que este servidor puede conectarse con su dirección y su puerto.',
  'upstream.timeout':
    'Comprueba la velocidad del proveedor y que este servidor puede conectarse con su dirección y su puerto.',
  'upstream.ended':
    'Comprueba que el servidor del proveedor funciona y que nadie más usa la misma cuenta a la vez.',
  'upstream.refused': `La dirección no es pública o su respuesta no se puede entregar. ${addressAdvice}`,
  'upstream.protocol':
    'Pide al proveedor la misma emisión por http:// o https://, en HLS o MPEG-TS, o conviértela con un programa como MediaMTX o tvheadend y usa su dirección.',
  'upstream.gone': 'El proveedor la ha quitado o ha cambiado su dirección: importa de nuevo su lista.',
  'upstream.unknown_host': `El nombre no existe o el DNS de este servidor no responde. ${addressAdvice}`,
  'upstream.certificate':
    'Pide al proveedor que lo renueve, o acéptalo en «Proveedores», con «Certificados».',
  'upstream.page':
    'Las páginas, como las de YouTube, no se pueden reproducir. Si la dirección es la de un video, la cuenta del proveedor puede haber caducado.',
  'upstream.unauthorized':
    'Comprueba el usuario y la contraseña de la dirección, y que la cuenta del proveedor no haya caducado.',
  'upstream.forbidden':
    'Comprueba que la cuenta sigue activa y tiene conexiones libres, y que la lista indica el User-Agent y el Referer que pide el proveedor.',
  'upstream.protected':
    'Butaca no admite DRM (FairPlay, Widevine, PlayReady) ni descifra la televisión de pago: pide al proveedor una emisión sin cifrar.',
  'upstream.blocked':
    'Desde la red de este servidor no se puede ver: pide al proveedor otra dirección o quita el contenido.',
  'upstream.connections':
    'La cuenta del proveedor ha llegado a su límite de conexiones o de tráfico: amplíala o usa otra.',
  'upstream.full':
    'Si la cuenta del proveedor admite más conexiones, auméntalas en los datos del proveedor; si no, amplía la cuenta.',
  'upstream.crowded':
    'El límite es de Butaca, no del proveedor: aumenta UPSTREAM_REQUESTS_PER_HOST, las peticiones a la vez a un mismo servidor.',
  'upstream.busy': 'El proveedor limita las peticiones. Si se repite, pídele un límite mayor o usa otro.',
  'media.codec':
    'Pide al proveedor la emisión en H.264 y AAC, que todos los navegadores reproducen, o en HLS o MPEG-TS, que este servidor convierte si tiene ffmpeg. DASH no se convierte.',
  'media.format': `Lo que llega no se reconoce como un video ni como una emisión. ${addressAdvice}`,
  'media.decode': 'Pide al proveedor que revise la emisión, o usa otra fuente.',
  'conversion.impossible':
    'El archivo está dañado o incompleto, o no es un video: cámbialo por otro en el panel de administración.',
  'conversion.starting':
    'El panel, en «Resumen», dice desde cuándo no responde ffmpeg. Si no cambia, comprueba que «ffmpeg -version» termina en el servidor.',
  'conversion.missing': 'Instala ffmpeg en el servidor, o indica dónde está con FFMPEG_PATH y FFPROBE_PATH.',
} satisfies Partial<Record<ErrorCode | PlaybackFailureCode, string>>;

/** What an administrator can change so that the stream plays; `undefined` for failures that no change of theirs mends. */
export function adminAdvice({ code }: { code: string }): string | undefined {
  return Object.hasOwn(advice, code) ? advice[code as keyof typeof advice] : undefined;
}
