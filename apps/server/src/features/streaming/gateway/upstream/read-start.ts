import { AppError } from '../../../../platform/http/app-error.ts';
import type { PlayingDevice } from '../../../../shared/stream/stream-grant.ts';
import type { StreamSource } from '../../../../shared/stream/stream-source.ts';
import { readUpstreamError, readUpstreamStatus } from './upstream-error.ts';
import type { UpstreamAnswer } from './upstream-exchange.ts';
import { beginInspection, type InspectingUpstream } from './inspection-connection.ts';

/** How much of a stream's beginning is read, and when to stop. */
export interface StartRequest {
  limitBytes: number;
  /** Called now and then with the bytes so far; reading ends when the function returns `true`. */
  isEnough(bytes: Buffer): boolean;
  withinMs: number;
  signal: AbortSignal;
  /** Whether a refusal is never repeated, as that of a stream is when a connection has just ended. */
  isRefusalFinal?: boolean;
  /** The device that is about to play the stream: what it played before gives way. */
  device?: PlayingDevice | undefined;
  /** Whether nobody waits for the bytes, so that the request takes a free slot only, and gives it back when it is needed. */
  isBackground?: boolean | undefined;
  /** The address of the source by which the provider is known, where another address in it is read. */
  sourceAddress?: string | undefined;
}

/** The beginning of a stream, and the address at which it was found after redirects. */
export interface StreamStart {
  address: string;
  bytes: Buffer;
}

/**
 * Reads the first bytes of a stream that may be endless, and closes the connection. The request has no range, because
 * servers of live streams answer ranges wrongly. When the time is up, the bytes so far are the result.
 *
 * @throws AppError `upstream.unreachable`, `upstream.refused` or `upstream.timeout` when no bytes came, `upstream.full`
 * when all slots of the provider are taken, or a request in the background had to give its slot back
 */
export async function readStart(
  { upstream, gate, clock }: InspectingUpstream,
  source: StreamSource,
  { limitBytes, isEnough, withinMs, isRefusalFinal = false, ...more }: StartRequest,
): Promise<StreamStart> {
  if (!/^https?:\/\//i.test(source.address) || !URL.canParse(source.address))
    throw new AppError('upstream.refused');
  try {
    using deadline = clock.deadline(withinMs, more.signal);
    using connection = beginInspection(gate, source.address, deadline.signal, more);
    const { signal } = connection;
    const ask = async () => {
      const isStored = (more.sourceAddress ?? source.address) === (source.listedAddress ?? source.address);
      const answer = await upstream.open({ ...source, isStored, method: 'GET' }, signal);
      return isRefusalFinal ? accepted(answer) : answer;
    };
    const answer = accepted(await connection.open(ask, signal));
    const bytes = await collect(answer, { limitBytes, isEnough, signal });
    if (signal.reason instanceof AppError) throw signal.reason;
    return { address: answer.address, bytes };
  } catch (error) {
    throw readUpstreamError(error);
  }
}

/** @throws AppError for an answer that refuses the request */
function accepted(answer: UpstreamAnswer): UpstreamAnswer {
  if (answer.status === 200 || answer.status === 206) return answer;
  answer.abort();
  throw readUpstreamStatus(answer);
}

/** How many bytes there is room for at first; the room is doubled when it does not suffice. */
const firstRoomBytes = 65_536;
/** The bytes must have grown by this factor before they are checked again. */
const checkGrowth = 1.125;

function collect(
  answer: UpstreamAnswer,
  { limitBytes, isEnough, signal }: Pick<StartRequest, 'limitBytes' | 'isEnough' | 'signal'>,
): Promise<Buffer> {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(Math.min(firstRoomBytes, limitBytes));
    let length = 0;
    let checkAtBytes = 0;
    let isOver = false;
    const finish = () => {
      if (isOver) return;
      isOver = true;
      signal.removeEventListener('abort', finish);
      answer.abort();
      resolve(bytes.subarray(0, length));
    };
    signal.addEventListener('abort', finish, { once: true });
    if (signal.aborted) return finish();
    answer.read({
      data(chunk) {
        if (isOver) return undefined;
        while (length + chunk.length > bytes.length && bytes.length < limitBytes) {
          bytes = Buffer.concat([bytes], Math.min(2 * bytes.length, limitBytes));
        }
        length += chunk.copy(bytes, length);
        if (length === limitBytes) return finish();
        // Each check reads all bytes again, so checks become rarer as the bytes become more.
        if (length < checkAtBytes) return undefined;
        checkAtBytes = length * checkGrowth;
        return isEnough(bytes.subarray(0, length)) ? finish() : undefined;
      },
      end: finish,
      fail: finish,
    });
  });
}
