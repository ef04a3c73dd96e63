import type { ExternalFailureCode } from '../interface/external-player.ts';
import { oldestMpv } from './mpv-commands.ts';

/** A failure of mpv, with the Spanish sentence that a person reads. */
export class MpvFailure extends Error {
  readonly code: ExternalFailureCode;

  constructor(code: ExternalFailureCode, sentence: string) {
    super(sentence);
    this.code = code;
  }
}

/** mpv's own words for why a file did not play (`file_error` of its event `end-file`), in Spanish. */
const mediaSentences: Readonly<Record<string, string>> = {
  'loading failed': 'mpv no pudo abrir el video.',
  'unrecognized file format': 'mpv no reconoce el formato del video.',
  'no audio or video data played': 'El video no tiene imagen ni sonido que mpv pueda reproducir.',
  'audio output initialization failed': 'mpv no encuentra dónde sonar en este equipo.',
  'video output initialization failed': 'mpv no puede mostrar imagen en este equipo.',
};

export const missing = (): MpvFailure =>
  new MpvFailure('missing', 'mpv no está instalado en este equipo. Instálalo y vuelve a intentarlo.');

export const tooOld = (): MpvFailure =>
  new MpvFailure(
    'too_old',
    `El mpv de este equipo es demasiado antiguo. Instala la versión ${oldestMpv.major}.${oldestMpv.minor} o una posterior.`,
  );

export const notStarted = (exitCode?: number): MpvFailure =>
  new MpvFailure('start', `mpv no se pudo iniciar${inBrackets(exitCode)}.`);

export const unresponsive = (): MpvFailure =>
  new MpvFailure('unresponsive', 'mpv no respondía y se ha cerrado. Vuelve a intentarlo.');

export const died = (exitCode?: number): MpvFailure =>
  new MpvFailure('died', `mpv se ha cerrado por un error${inBrackets(exitCode)}.`);

export const refused = (): MpvFailure =>
  new MpvFailure('refused', 'Esta dirección no se puede abrir en mpv.');

export const notDone = (): MpvFailure =>
  new MpvFailure('refused', 'mpv no pudo hacer lo que se le ha pedido.');

export const unplayable = (reason: string): MpvFailure =>
  new MpvFailure('media', mediaSentences[reason] ?? 'mpv no pudo reproducir el video.');

export const replaced = (): MpvFailure =>
  new MpvFailure('replaced', 'Se ha pedido otra cosa al reproductor.');

const inBrackets = (exitCode: number | undefined): string =>
  exitCode === undefined ? '' : ` (code: ${exitCode})`;
