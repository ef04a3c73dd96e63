import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendChannel } from './dying-channel.ts';
import type { FrameClock } from '../frame-clock.ts';
import { sendAnswer, sendEvery } from './answers.ts';
import { fileBytes, segmentBytes } from './failing-paths.ts';
import { writePlaylist } from './playlists.ts';
import { createTransportStream } from './transport-stream.ts';

/** How the fake server of an Xtream account delivers channels, films and chapters. */
export interface AccountMedia {
  /** How many streams the account allows at once; any number by default. */
  connections: number;
  /** The status with which one stream too many is refused. */
  refusalStatus: 403 | 458 | 509;
  /**
   * Where streams are. `direct`: at the address of the account · `once`: behind a redirect, at an address whose token is good
   * for one request · `lasting`: the same, until `expireTokens` is called
   */
  tokens: 'direct' | 'once' | 'lasting';
  /**
   * How long a channel in MPEG-TS is sent. `brief`: a few packets · `endless`: until the client leaves · `closing`: until the
   * server closes the connection, after `closesAfterMs`
   */
  channels: 'brief' | 'endless' | 'closing';
  closesAfterMs: number;
  /** Whether live playlists name no new segment; otherwise each request finds one more. */
  isStandingStill: boolean;
  /** How many streams are open, and how many were open at most. */
  open: number;
  most: number;
  /** How many streams were refused because the account has too many. */
  refused: number;
  /** How many requests came for the address of the account, whose tokens are new each time. */
  redirected: number;
  expireTokens(): void;
}

type Tokens = Map<string, { isUsed: boolean }>;

export type ServeMedia = (
  stream: { kind: 'live' | 'movie' | 'series'; file: string },
  request: IncomingMessage,
  response: ServerResponse,
) => void;

/**
 * Creates the media of the fake server of an Xtream account.
 *
 * @param folder - the path of the server's folder, without a slash at its end
 * @param clock - by which frames are sent and connections closed
 * @returns the media, and two functions: `serve` answers a request for an address of the account, `serveToken` one for a
 *   path below `/t/` in the folder
 */
export function createAccountMedia(
  folder: string,
  clock: FrameClock,
): {
  media: AccountMedia;
  serve: ServeMedia;
  serveToken(path: string, request: IncomingMessage, response: ServerResponse): void;
} {
  const tokens: Tokens = new Map();
  let sequence = 1;
  const media: AccountMedia = {
    connections: Infinity,
    refusalStatus: 458,
    tokens: 'direct',
    channels: 'brief',
    closesAfterMs: 20_000,
    isStandingStill: false,
    open: 0,
    most: 0,
    refused: 0,
    redirected: 0,
    expireTokens: () => tokens.clear(),
  };

  const deliver: ServeMedia = ({ kind, file }, request, response) => {
    if (file.endsWith('.m3u8')) {
      if (!media.isStandingStill) sequence += 1;
      return void response.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' }).end(
        writePlaylist({
          first: sequence,
          count: 4,
          seconds: 1,
          nameOf: (number) => `segmento-${number}.ts`,
        }),
      );
    }
    if (media.open >= media.connections) {
      media.refused += 1;
      return void response.writeHead(media.refusalStatus).end('no');
    }
    media.open += 1;
    media.most = Math.max(media.most, media.open);
    response.once('close', () => (media.open -= 1));
    if (kind !== 'live') {
      const headers = { 'content-type': 'video/mp4' };
      return sendAnswer(request, response, { headers, body: fileBytes, hasRanges: true });
    }
    if (isSegment(file) || media.channels === 'brief')
      return void response.writeHead(200, { 'content-type': 'video/mp2t' }).end(segmentBytes);
    sendChannel(response, createTransportStream({ groupFrames: 5, startTicks: 900_000 }), { clock });
    if (media.channels === 'endless') return;
    sendEvery(response, media.closesAfterMs, clock, () => void response.end());
  };

  return {
    media,
    serve(stream, request, response) {
      if (media.tokens === 'direct' || isSegment(stream.file)) return deliver(stream, request, response);
      const token = randomUUID();
      tokens.set(token, { isUsed: false });
      media.redirected += 1;
      response.writeHead(302, { location: `${folder}/t/${token}/${stream.kind}/${stream.file}` }).end();
    },
    serveToken(path, request, response) {
      const [, token = '', kind, file = ''] =
        /^\/t\/([\w-]+)\/(live|movie|series)\/([\w.-]+)$/.exec(path) ?? [];
      const known = tokens.get(token);
      const isSpent = media.tokens === 'once' && known?.isUsed === true && !isSegment(file);
      if (known === undefined || isSpent) {
        response.writeHead(403).end('token');
        return;
      }
      if (!isSegment(file)) known.isUsed = true;
      deliver({ kind: kind as 'live', file }, request, response);
    },
  };
}

const isSegment = (file: string): boolean => file.startsWith('segmento-');
