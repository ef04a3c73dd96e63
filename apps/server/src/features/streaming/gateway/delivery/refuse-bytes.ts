import { hasScrambledPackets } from '@butaca/ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import { bareType } from '../stream/media-headers.ts';
import type { SealedStream } from '../stream/token.ts';
import { isForeignForm } from '../upstream/foreign-form.ts';
import { isPage, isPlainText } from '../upstream/page-answer.ts';
import { readUpstreamStatus } from '../upstream/upstream-error.ts';
import type { UpstreamAnswer } from '../upstream/upstream-exchange.ts';

/** In how many bytes scrambled packets are looked for. */
const scrambledWithinBytes = 65_536;

/**
 * Refuses answers of an upstream that must not be passed on to players: failures, compressed bodies, and web pages or
 * playlists, which may contain addresses of the provider.
 */
export function refuseBytes(
  answer: UpstreamAnswer,
  sealed: Pick<SealedStream, 'role'>,
  hasRange: boolean,
): AppError | undefined {
  const { status, headers } = answer;
  // Players skip a segment of a live playlist that answers 404, and request it again after a 502.
  if (sealed.role === 'bytes' && (status === 404 || status === 410)) {
    return new AppError('segment.not_found', { cause: new Error(`upstream answered ${status}`) });
  }
  if (status !== 200 && !(hasRange && (status === 206 || status === 416))) return readUpstreamStatus(answer);
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    return new AppError('upstream.refused', { cause: new Error('the answer is compressed') });
  }
  if (status !== 416 && sealed.role === 'source' && isForeignForm(answer)) {
    return new AppError('upstream.protocol', {
      cause: new Error('the form of the stream is not known here'),
    });
  }
  if (status !== 416 && hasScrambledPackets(answer.head.subarray(0, scrambledWithinBytes))) {
    return new AppError('upstream.protected', { cause: new Error('the packets are scrambled') });
  }
  if (status !== 416 && looksLikePage(answer, sealed)) {
    return new AppError('upstream.page', { cause: new Error('the answer is not media') });
  }
  return undefined;
}

function looksLikePage({ headers, head }: UpstreamAnswer, { role }: Pick<SealedStream, 'role'>): boolean {
  if (isPage(head)) return true;
  // A stream is refused when it begins with a line of text: media never do, but the first few bytes of an audio file
  // may be text ("ID3").
  const isMediaType = /^(?:video|audio)\//.test(bareType(headers['content-type']));
  return role === 'source' && head.length >= (isMediaType ? 16 : 1) && isPlainText(head.subarray(0, 256));
}
