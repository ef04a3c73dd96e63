import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../../../platform/http/app-error.ts';
import { answerToCut } from '../delivery/running-streams.ts';
import { sendPlaylist } from '../delivery/send-playlist.ts';
import { readInternalAddress } from '../stream/stream-address.ts';
import { closeUnsent, unfiltered } from './send-media.ts';
import type { Accepted, OpenedBytes, OpenedOwn, Payment, Stages, StreamRequest } from './stages.ts';
import { ageBy } from '../../../../platform/at-most.ts';
import { systemClock, type Clock } from '../../../../platform/clock.ts';

const lateSourcesMax = 1_000;
/**
 * For how long, in ms, a source whose server did not answer in time is not asked again: shorter than it takes a person to
 * try again, longer than players wait before they repeat a request.
 */
const lateKeptMs = 1_500;

/**
 * Creates the handler that leads requests for streams through the stages of their asker. Nothing is sent before the
 * request has been opened and permitted.
 */
export function createPassage<Request extends FastifyRequest>(
  stages: Stages<Request>,
  clock: Pick<Clock, 'steadyMs'> = systemClock,
) {
  // Players repeat a request that failed, and ask again to learn why it failed.
  const lateSources = new LRUCache<string, AppError>({
    max: lateSourcesMax,
    ttl: lateKeptMs,
    ...ageBy(clock),
  });

  function noteFailure(error: unknown, { key, sealed }: StreamRequest): void {
    if (!(error instanceof AppError) || !/^(?:upstream|segment)\./.test(error.code)) return;
    const isLate = sealed.role === 'source' && error.code === 'upstream.timeout';
    if (isLate && !lateSources.has(key)) lateSources.set(key, error);
    stages.reject.tell(error, sealed.grant);
  }

  return async (request: Request, reply: FastifyReply): Promise<FastifyReply> => {
    const asked = await stages.open.request(request, reply);
    if (asked === undefined) return reply.hijack();
    const { key, stream } = asked;
    try {
      await stages.open.permit(asked);
      const late = lateSources.get(key);
      if (late !== undefined) throw late;
      await answer(stages, asked);
      return reply;
    } catch (error) {
      stream.close();
      const cut = stream.cutReason();
      if (cut !== undefined) {
        const refusal = answerToCut(cut);
        noteFailure(refusal, asked);
        throw refusal;
      }
      // The player has disconnected, so no answer can be sent.
      if (reply.raw.destroyed) return reply.hijack();
      noteFailure(error, asked);
      throw error;
    }
  };
}

async function answer(stages: Stages, asked: StreamRequest): Promise<unknown> {
  try {
    const accept = (one: StreamRequest): Promise<Accepted> => openAndReject(stages, one);
    const { asked: one, opened } = await (stages.open.version?.(asked, accept) ?? accept(asked));
    if (opened.form === 'playlist') return await sendPlaylist(one.reply, opened.text);
    if (opened.form === 'handed-over') return undefined;
    const payment = await payFor(stages, one, opened);
    const filters = opened.form === 'own' ? unfiltered : stages.filter(one, opened);
    stages.send(one, opened, { ...payment, ...filters });
    return undefined;
  } catch (error) {
    const { address, grant } = asked.sealed;
    // What media of this server fail with is no failure of an upstream.
    throw readInternalAddress(address) === undefined ? await stages.reject.toError(error, grant) : error;
  }
}

async function openAndReject(stages: Stages, asked: StreamRequest): Promise<Accepted> {
  const opened = await stages.open.answer(asked);
  return { asked, opened: opened.form === 'bytes' ? await stages.reject.bytes(asked, opened) : opened };
}

/** Lets the asker pay; when that is refused, the opened answer is closed unsent. */
async function payFor(
  stages: Stages,
  asked: StreamRequest,
  opened: OpenedOwn | OpenedBytes,
): Promise<Payment> {
  try {
    return await stages.pay(asked, opened);
  } catch (error) {
    closeUnsent(opened);
    throw error;
  }
}
