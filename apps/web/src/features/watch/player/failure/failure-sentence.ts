import { playbackErrors } from '@butaca/contract';
import type { PlaybackFailureCode } from '@butaca/player';

/**
 * The Spanish sentences for failure codes of the player itself; those for codes that our HTTP proxy for streams sends
 * are in the error catalogue of `@butaca/contract`, or come with the proxy's answer.
 */
const sentences = {
  'network.unreachable': 'No se pudo conectar con el servidor. Revisa tu conexión e inténtalo de nuevo.',
  'network.timeout': 'El video tarda demasiado en llegar. Revisa tu conexión e inténtalo de nuevo.',
  'stream.not_found': 'El proveedor ya no ofrece este video.',
  'stream.refused': 'El servidor no permitió esta reproducción.',
  'upstream.ended': 'El video se cortó.',
  'media.format': 'El video llega en un formato que este navegador no reproduce.',
  'media.codec': 'La imagen o el sonido usan un formato que este navegador no reproduce.',
  'media.decode': 'El video llega dañado y no se puede mostrar.',
  'media.no_video': 'Este navegador no puede mostrar la imagen de este video: solo se oye.',
  'media.no_audio': 'Este navegador no puede reproducir el sonido de este video: solo se ve.',
  'drm.unsupported': 'El video está protegido y este navegador no puede abrirlo.',
  'player.unloaded': 'No se pudo cargar el reproductor. Revisa tu conexión e inténtalo de nuevo.',
} satisfies Partial<Record<PlaybackFailureCode, string>>;

/** The cause of a failure, and the server's sentence about it, if the server has answered with one. */
interface AnsweredFailure {
  code: string;
  sentence?: string | undefined;
}

/**
 * The Spanish sentence that says why a stream does not play, by the failure's code. Only for a code without a sentence in
 * this page, the one that the server has sent is used.
 */
export function failureSentence({ code, sentence }: AnsweredFailure): string {
  if (Object.hasOwn(playbackErrors, code))
    return playbackErrors[code as keyof typeof playbackErrors].sentence;
  if (Object.hasOwn(sentences, code)) return sentences[code as keyof typeof sentences];
  return sentence ?? 'Error desconocido.';
}

/** What a person reads while the player, or the page, waits for our own server to be back. */
export const serverAway = 'Se perdió la conexión con el servidor. Reconectando...';

/** The heading of a channel whose provider delivers nothing; the failure's own sentence is below it. */
export const channelSilent = 'Este canal no responde';

/** The heading while a channel is still being requested or converted. */
export const channelLate = 'Este canal tarda en responder';

/** Whether an administrator reads besides what to change, see `admin-advice.ts`; that file is loaded only then. */
export const isAdvised = ({ code }: { code: string }): boolean =>
  /^(?:upstream\.|media\.|conversion\.[ims])/.test(code);

/** A playback failure with the Spanish sentence that the person sees. */
export interface ShownFailure {
  code: string;
  sentence: string;
}
