/*
 * If ffmpeg fetched a stream source by itself, it would bypass the address filter, and its command line would show the
 * source's address to everybody who lists processes. It gets a loopback address of this server instead: on a separate
 * listener that only this machine reaches, sealed with a key that no other process has, and valid until `end` is
 * called. The listener serves the same stream gateway, with its address filter, redirects and playlists.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { itemKeyOf, type ItemKey } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { createLazy } from '../../../platform/async/single-flight.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { createHttpServer } from '../../../platform/http/http-server.ts';
import type { Log } from '../../../platform/log.ts';
import type { PlayingDevice } from '../../../shared/stream/stream-grant.ts';
import type { StreamSource } from '../../../shared/stream/stream-source.ts';
import { createPlaylistFetcher } from './delivery/fetch-playlist.ts';
import { ownSlot } from './delivery/gated-stream.ts';
import { serveGateway } from './gateway.routes.ts';
import { createRunningStreams, type RunningStreams } from './delivery/running-streams.ts';
import { createPlaylists } from './delivery/send-playlist.ts';
import { createKeptFailures } from './stages/kept-failures.ts';
import { forProgram, type SourceAnswer, type UpstreamObserver } from './stages/for-program.ts';
import type { Supply } from './stages/open-answer.ts';
import { createSourceActivity, type SourceActivity } from './stages/source-activity.ts';
import { readSourceAddress, streamPath } from './stream/stream-address.ts';
import type { StreamGrants } from './stream/stream.ts';
import { createStreamSealer, type SealedStream } from './stream/token.ts';

/** A loopback address of this server at which ffmpeg or ffprobe may fetch one stream source. */
export interface LoopbackAddress {
  /** The URL that ffmpeg or ffprobe gets: `http://127.0.0.1:<port>/api/stream/<token>/…`. */
  address: string;
  /**
   * Ends the validity of the loopback address at which ffmpeg reads a stream: running requests for it are cut, later
   * requests are refused.
   */
  end(): void;
  /** Notes a device for which the program runs from now on: it has left what it played before. */
  noteViewer(device: PlayingDevice): void;
  /** Whether the program waits for the source: nothing has come for seconds, or ever, or a film comes slowly. */
  isSilent(): boolean;
}

/** Gets what the upstream of a loopback address answers to ffmpeg or ffprobe. */
export interface LoopbackObserver {
  answered(answer: SourceAnswer): void;
  failed(error: AppError): void;
}

/** Who reads at a loopback address, and for what. */
export interface LoopbackOptions {
  observer?: LoopbackObserver | undefined;
  /** Whether the program ends by itself within seconds, as ffprobe does. */
  isInspection?: boolean;
  /** The devices for which the program runs now: what they alone played before gives way. */
  devices?: (() => readonly PlayingDevice[]) | undefined;
  /** Names the channel that the program converts: it shares what comes in with the viewers of the channel. */
  channelKey?: ItemKey | undefined;
}

export interface LoopbackAddresses extends AsyncDisposable {
  open(source: StreamSource, options?: LoopbackOptions): Promise<LoopbackAddress>;
}

/**
 * The longest validity of the loopback address that ffmpeg gets, in seconds, for the case that `end` is never called.
 */
const ttlSeconds = 12 * 3_600;

/**
 * Opens a listener that confined programs (ffmpeg, ffprobe) reach although they cannot reach this machine's loopback.
 *
 * @returns `undefined` when programs share this machine's network · `ended`: resolves when the listener no longer
 * accepts connections
 */
export type OpenListener = () => Promise<{ server: Server; ended: Promise<void> } | undefined>;

const nobody = (): readonly PlayingDevice[] => [];

/** Permits the streams whose loopback address is open. */
const grantsOf = (openKeys: { has(sessionKey: string): boolean }): StreamGrants => ({
  check: async ({ sessionKey }) => (openKeys.has(sessionKey) ? undefined : new AppError('stream.forbidden')),
  renew: async () => undefined,
  charge: () => Promise.resolve(),
});

/** Programs that convert for admitted viewers are not refused while the server is busy, unlike new requests. */
const listenerOptions = { trustedProxies: [], isSecure: false, eventLoopDelayLimitMs: 0 };

export function createLoopbackAddresses(
  {
    openListener,
    ...parts
  }: Omit<Supply, 'fetcher' | 'playlists' | 'clientOf'> & { openListener?: OpenListener | undefined },
  log: Log,
): LoopbackAddresses {
  const { clock } = parts.timing;
  const sealer = createStreamSealer(randomBytes(32));
  const openKeys = new Map<string, LoopbackOptions & { sourceAddress: string; activity: SourceActivity }>();
  const grants = grantsOf(openKeys);
  // Each listener has a list of its own: when one closes, its list cuts whatever begins from then on.
  let running: RunningStreams | undefined;
  const hasExpired = ({ expiresAtSeconds }: SealedStream): boolean =>
    clock.now().getTime() / 1_000 > expiresAtSeconds;
  const listener = createLazy(listen);

  async function listen() {
    const http = await createHttpServer({ log, ...listenerOptions });
    running?.[Symbol.dispose]();
    const ownRunning = createRunningStreams(grants, parts.timing, log);
    running = ownRunning;
    const observer: UpstreamObserver = {
      answered: ({ sessionKey }, answer) => openKeys.get(sessionKey)?.observer?.answered(answer),
      asked: ({ sessionKey }, isBlocked) => openKeys.get(sessionKey)?.activity.begin(isBlocked),
      failed: ({ sessionKey }, error) => openKeys.get(sessionKey)?.observer?.failed(error),
    };
    const supply: Supply = {
      ...parts,
      fetcher: createPlaylistFetcher(parts),
      playlists: createPlaylists(sealer, clock, parts.renewals),
      clientOf({ sessionKey }) {
        const { isInspection = false, devices, channelKey, sourceAddress } = openKeys.get(sessionKey) ?? {};
        return { isInspection, isSerial: true, devices: devices ?? nobody, channelKey, sourceAddress };
      },
    };
    const addresses = { sealer, hasExpired };
    const stages = forProgram({ supply, addresses, running: ownRunning, grants, observer });
    serveGateway(http, ownRunning, stages, createKeptFailures(clock));
    try {
      const reached = await openListener?.();
      if (reached === undefined) await http.listen({ host: '127.0.0.1', port: 0 });
      else {
        await http.ready();
        http.server.listen(reached.server);
        await once(http.server, 'listening');
        void reached.ended.then(() => {
          listener.forget();
          return close(http);
        });
      }
    } catch (error) {
      await close(http);
      throw error;
    }
    return { http, port: (http.server.address() as AddressInfo).port };
  }

  return {
    async open(source, options = {}) {
      const { port } = await listener.get();
      const sessionKey = randomBytes(16).toString('hex');
      const nowSeconds = Math.floor(clock.now().getTime() / 1_000);
      const sealed: SealedStream = {
        ...source,
        role: 'source',
        address: readSourceAddress(source.address),
        grant: {
          accountId: '',
          deviceId: '',
          sessionKey,
          itemKey: itemKeyOf('loopback', sessionKey),
          isTrial: false,
          issuedAtSeconds: nowSeconds,
        },
        expiresAtSeconds: nowSeconds + ttlSeconds,
      };
      const sourceAddress = source.listedAddress ?? source.address;
      const activity = createSourceActivity(clock, { isAhead: options.channelKey === undefined });
      openKeys.set(sessionKey, { ...options, sourceAddress, activity });
      return {
        address: `http://127.0.0.1:${port}${streamPath(sealer.seal(sealed), sealed)}`,
        end() {
          openKeys.delete(sessionKey);
          running?.end((grant) => grant.sessionKey === sessionKey);
        },
        isSilent: activity.isSilent,
        noteViewer: (device) => parts.gate.noteViewer(options.channelKey ?? ownSlot(sealed.grant), device),
      };
    },
    async [Symbol.asyncDispose]() {
      openKeys.clear();
      running?.endAll();
      running?.[Symbol.dispose]();
      const listening = await listener.peek()?.catch(() => undefined);
      if (listening !== undefined) await close(listening.http);
    },
  };
}

/**
 * Closes the HTTP server at whose loopback addresses ffmpeg reads streams, and its listener too, because Fastify does
 * not close a listener that it has not opened itself.
 */
async function close(http: FastifyInstance): Promise<void> {
  http.server.closeAllConnections();
  http.server.close();
  await http.close();
}
