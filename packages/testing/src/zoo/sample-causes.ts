import { errorCatalogue, type ErrorCode } from '@butaca/contract';

/** The messages about a cause. */
interface Told {
  /** The only sentence that is true of this cause. */
  sentence: string;
  /** A part of the advice that administrators read besides, and nobody else; absent where no provider is to blame. */
  advice?: string;
}

const answered = (code: ErrorCode, advice: string): Told => ({
  sentence: errorCatalogue[code].sentence,
  advice,
});

/**
 * The causes for which a sample does not play, each with the sentence that tells it. Every other sentence is false, also
 * one that is only vaguer: a person would not learn what helps.
 */
const causes = {
  gone: answered('upstream.gone', 'importa de nuevo su lista'),
  unauthorized: answered('upstream.unauthorized', 'el usuario y la contraseña de la dirección'),
  forbidden: answered('upstream.forbidden', 'el User-Agent y el Referer'),
  blocked: answered('upstream.blocked', 'pide al proveedor otra dirección'),
  connections: answered('upstream.connections', 'límite de conexiones'),
  busy: answered('upstream.busy', 'pídele un límite mayor'),
  host: answered('upstream.unknown_host', 'El nombre no existe'),
  unreachable: answered('upstream.unreachable', 'el servidor del proveedor está en marcha'),
  silent: answered('upstream.timeout', 'la velocidad del proveedor'),
  page: answered('upstream.page', 'la cuenta del proveedor puede haber caducado'),
  protected: answered('upstream.protected', 'no admite DRM'),
  format: {
    sentence: 'El video llega en un formato que este navegador no reproduce.',
    advice: 'no se reconoce como un video',
  },
  codec: {
    sentence: 'La imagen o el sonido usan un formato que este navegador no reproduce.',
    advice: 'H.264 y AAC',
  },
  unconvertible: answered('conversion.impossible', 'cámbialo por otro'),
  still: { sentence: 'Se perdió la conexión con el video. Reconectando...' },
} satisfies Record<string, Told>;

export type SampleCause = keyof typeof causes;

/** The texts that a message about a cause contains: its sentence, for an administrator also a part of the advice. */
export function causeTexts(cause: SampleCause, reader: 'viewer' | 'administrator'): string[] {
  const { sentence, advice }: Told = causes[cause];
  return advice === undefined || reader === 'viewer' ? [sentence] : [sentence, advice];
}

/**
 * Whether a message tells this cause: with its sentence, and for an administrator with the advice on what to change,
 * which a viewer must not get.
 */
export function tellsCause(message: string, cause: SampleCause, reader: 'viewer' | 'administrator'): boolean {
  const { sentence, advice }: Told = causes[cause];
  if (!message.includes(sentence)) return false;
  return advice === undefined || message.includes(advice) === (reader === 'administrator');
}
