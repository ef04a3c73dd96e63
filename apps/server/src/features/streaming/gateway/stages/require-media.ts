import { isEndless } from '../delivery/endless-answer.ts';
import { holdOpening } from '../delivery/hold-opening.ts';
import type { OpeningPlace } from '../delivery/media-opening.ts';
import { refuseBytes } from '../delivery/refuse-bytes.ts';
import type { StreamTiming } from '../stream/stream.ts';
import type { UpstreamAnswer } from '../upstream/upstream-exchange.ts';
import type { OpenedBytes, StreamRequest } from './stages.ts';

/**
 * Refuses answers of an upstream that are no media. The beginning of what was issued as a source is read for that.
 *
 * @throws AppError by the reason; the failure of the upstream
 */
export async function requireMedia(
  { answerWithinMs, clock }: Pick<StreamTiming, 'answerWithinMs' | 'clock'>,
  { stream }: StreamRequest,
  opened: OpenedBytes,
): Promise<OpenedBytes> {
  const { sealed, answer, range } = opened;
  const refusal = refuseBytes(answer, sealed, range !== undefined);
  if (refusal !== undefined) {
    answer.abort();
    throw refusal;
  }
  if (!hasBody(opened) || sealed.role !== 'source') return opened;
  const wait = { signal: stream.signal, withinMs: answerWithinMs, clock };
  return { ...opened, answer: await holdOpening(answer, placeOf(answer, range), wait) };
}

/** Whether an answer has a body with media. */
export const hasBody = ({ method, answer }: OpenedBytes): boolean =>
  method !== 'HEAD' && answer.status !== 416;

/** Whether bytes are a channel in MPEG-TS that goes on for as long as somebody watches. */
export const isEndlessChannel = ({ kind, sealed, answer }: OpenedBytes): boolean =>
  kind === 'transfer' && sealed.streamKind === 'ts' && isEndless(answer);

/** Returns where a body stands in its file, as the request and the answer say; an upstream may lie about it. */
function placeOf({ status, headers }: UpstreamAnswer, range: string | undefined): OpeningPlace {
  const [, from = '0', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  const [, first = '0', last = '', size = ''] =
    /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
  const isBeginning = status === 200 || Number(first) === 0 || (from !== '' && Number(from) === 0);
  const isEndOfFile = !isBeginning && Number(last) + 1 === Number(size);
  return { isBeginning, mayBeShort: to !== '' || isEndOfFile };
}
