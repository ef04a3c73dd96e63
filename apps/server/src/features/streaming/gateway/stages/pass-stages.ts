import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../../../platform/http/app-error.ts';
import { answerToCut } from '../delivery/running-streams.ts';
import { sendPlaylist } from '../delivery/send-playlist.ts';
import { readInternalAddress } from '../stream/stream-address.ts';
import { unfiltered } from './send-media.ts';
import type { OpenedBytes, OpenedOwn, Payment, Stages, StreamRequest } from './stages.ts';
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
      if (cut !== undefined) throw answerToCut(cut);
      // The player has disconnected, so no answer can be sent.
      if (reply.raw.destroyed) return reply.hijack();
      noteFailure(error, asked);
      throw error;
    }
  };
}

async function answer(stages: Stages, asked: StreamRequest): Promise<unknown> {
  try {
    const opened = await stages.open.answer(asked);
    if (opened.form === 'playlist') return await sendPlaylist(asked.reply, opened.text);
    if (opened.form === 'handed-over') return undefined;
    const media = opened.form === 'own' ? opened : await stages.reject.bytes(asked, opened);
    const payment = await payFor(stages, asked, media);
    const filters = media.form === 'own' ? unfiltered : stages.filter(asked, media);
    stages.send(asked, media, { ...payment, ...filters });
    return undefined;
  } catch (error) {
    const { address, grant } = asked.sealed;
    // What media of this server fail with is no failure of an upstream.
    throw readInternalAddress(address) === undefined ? await stages.reject.toError(error, grant) : error;
  }
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
    if (opened.form === 'bytes') opened.answer.abort();
    else if (opened.answer.body instanceof Readable) opened.answer.body.destroy();
    throw error;
  }
}
