import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../../platform/http/app-error.ts';
import { answerToCut } from '../delivery/running-streams.ts';
import { sendPlaylist } from '../delivery/send-playlist.ts';
import { readInternalAddress } from '../stream/stream-address.ts';
import type { KeptFailures } from './kept-failures.ts';
import { closeUnsent, unfiltered } from './send-media.ts';
import type { Accepted, OpenedBytes, OpenedOwn, Payment, Stages, StreamRequest } from './stages.ts';

/**
 * Creates the handler that leads requests for streams through the stages of their asker. Nothing is sent before the
 * request has been opened and permitted.
 */
export function createPassage<Request extends FastifyRequest>(
  stages: Stages<Request>,
  failures: KeptFailures,
) {
  function noteFailure(error: unknown, asked: StreamRequest): void {
    if (!(error instanceof AppError) || !isOfUpstream(error)) return;
    failures.note(asked, error);
    stages.reject.tell(error, asked.sealed.grant);
  }

  return async (request: Request, reply: FastifyReply): Promise<FastifyReply> => {
    const asked = await stages.open.request(request, reply);
    if (asked === undefined) return reply.hijack();
    const { key, stream } = asked;
    try {
      await stages.open.permit(asked);
      const failure = failures.take(key);
      if (failure !== undefined) throw failure;
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

/** Whether a request has failed because of what was asked of an upstream. */
export const isOfUpstream = ({ code }: AppError): boolean => /^(?:upstream|segment)\./.test(code);

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
