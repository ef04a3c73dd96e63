/**
 * The causes for which a sample does not play, each with the Spanish sentences that tell it truly. A sentence that would
 * also be right for another cause is still true; one that blames something else is false.
 */
const trueSentences = {
  gone: /ya no existe|ya no está/,
  unauthorized: /no acepta la cuenta|no está disponible desde este servidor/,
  forbidden: /no permite ver|no está disponible desde este servidor/,
  blocked: /bloqueada por motivos legales/,
  connections: /no admite más reproducciones|límite de conexiones/,
  busy: /saturado|pide esperar/,
  host: /No se encuentra el servidor/,
  unreachable: /no responde/,
  silent: /tarda demasiado|no responde/,
  nothing: /no responde|no llega|no envía|vací|se cortó|formato/,
  page: /una página|no un v[ií]deo/,
  damaged: /dañada|formato|no se puede convertir/,
  protected: /protegida/,
  still: /se ha detenido|se detuvo|no avanza|no responde|se cortó|no llega/,
} as const;

/** Why a sample of the zoo does not play. */
export type SampleCause = keyof typeof trueSentences;

/** Whether a sentence that a person reads tells this cause. */
export const tellsCause = (sentence: string, cause: SampleCause): boolean =>
  trueSentences[cause].test(sentence);
