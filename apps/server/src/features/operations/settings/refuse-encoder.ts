import { sayEncoderFault, type EncoderState, type VideoEncoderChoice } from '@butaca/contract';
import { AppError } from '../../../platform/http/app-error.ts';

/**
 * Lets an administrator choose only what this server has found: the processor always, a hardware encoder when it has encoded.
 *
 * @throws AppError `input.invalid`, whose detail says how to mend it
 */
export function refuseMissingEncoder(wanted: VideoEncoderChoice, encoders: readonly EncoderState[]): void {
  if (wanted === 'software') return;
  const known = encoders.find(({ kind }) => kind === wanted);
  if (known?.state === 'found' || known?.state === 'failed') return;
  const message =
    known?.state === 'unknown'
      ? 'El servidor todavía está probando ese codificador. Vuelve a intentarlo en un minuto.'
      : sayEncoderFault(wanted, known?.fault ?? 'unlisted');
  throw new AppError('input.invalid', { details: [{ path: 'videoEncoder', message }] });
}
