/**
 * Tries an address as an operator would who asks why it does not work: is its name known, does the server accept
 * connections, is its certificate valid, what does it answer. Each stage uses what the stage before has found, through
 * the same address filter as streams.
 */
import { isIP, connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { withDeadline } from '../../../../platform/async/deadline.ts';
import type { AppError } from '../../../../platform/http/app-error.ts';
import type { StreamTiming } from '../stream/stream.ts';
import { AddressRefusedError, resolveHost, type AddressFilter, type ResolveHost } from './address-filter.ts';
import { readUpstreamError, readUpstreamStatus } from './upstream-error.ts';
import type { Upstream } from './upstream.ts';

/** One stage of a try: how long it took, and the error of a stage that failed. */
export interface AddressStage {
  stage: 'dns' | 'tcp' | 'tls' | 'answer';
  elapsedMs: number;
  error: AppError | undefined;
  /** The beginning of the answer, in the last stage. */
  head?: Buffer;
}

interface Tried {
  address: string;
  userAgent: string | null;
  referrer: string | null;
}

export async function tryAddress(
  needs: {
    upstream: Upstream;
    mayConnect: AddressFilter;
    resolve: ResolveHost | undefined;
    timing: StreamTiming;
  },
  tried: Tried,
): Promise<AddressStage[]> {
  const { upstream, mayConnect, resolve = resolveHost, timing } = needs;
  const url = new URL(tried.address);
  const isTls = url.protocol === 'https:';
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const stages: AddressStage[] = [];

  /** Runs a stage within the time for an answer. @returns `undefined` when it failed */
  async function run<T>(
    stage: AddressStage['stage'],
    work: (signal: AbortSignal) => Promise<T>,
    headOf: (result: T) => Buffer | undefined = () => undefined,
  ): Promise<T | undefined> {
    const beganMs = timing.clock.steadyMs();
    const elapsedMs = () => Math.round(timing.clock.steadyMs() - beganMs);
    try {
      const result = await withDeadline(undefined, timing.answerWithinMs, work, timing.clock);
      const head = headOf(result);
      stages.push({ stage, elapsedMs: elapsedMs(), error: undefined, ...(head !== undefined && { head }) });
      return result;
    } catch (error) {
      stages.push({ stage, elapsedMs: elapsedMs(), error: readUpstreamError(error) });
      return undefined;
    }
  }

  const ip = await run('dns', (signal) => findAddress(hostname, { mayConnect, resolve, signal }));
  if (ip === undefined) return stages;
  const port = Number(url.port || (isTls ? 443 : 80));
  const socket = await run('tcp', (signal) => opened(connectTcp({ host: ip, port }), 'connect', signal));
  if (socket === undefined) return stages;
  if (isTls) {
    const servername = isIP(hostname) === 0 ? hostname : '';
    const secured = await run('tls', (signal) =>
      opened(connectTls({ socket, servername, host: hostname }), 'secureConnect', signal),
    );
    if (secured === undefined) return stages;
    secured.destroy();
  }
  socket.destroy();
  await run(
    'answer',
    async (signal) => {
      const answer = await upstream.open({ ...tried, method: 'GET' }, signal);
      answer.abort();
      if (answer.status !== 200) throw readUpstreamStatus(answer);
      return answer;
    },
    ({ head }) => head,
  );
  return stages;
}

function findAddress(
  hostname: string,
  { mayConnect, resolve, signal }: { mayConnect: AddressFilter; resolve: ResolveHost; signal: AbortSignal },
): Promise<string> {
  return new Promise((found, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason as Error), { once: true });
    const choose = (addresses: readonly string[]) => {
      const allowed = addresses.find(mayConnect);
      if (allowed === undefined) fail(new AddressRefusedError());
      else found(allowed);
    };
    if (isIP(hostname) !== 0) return choose([hostname]);
    resolve(hostname, (error, addresses) => {
      if (error !== null) fail(error);
      else choose(addresses.map(({ address }) => address));
    });
  });
}

function opened<S extends Socket>(socket: S, event: string, signal: AbortSignal): Promise<S> {
  return new Promise((resolve, reject) => {
    const giveUp = () => socket.destroy(signal.reason as Error);
    signal.addEventListener('abort', giveUp, { once: true });
    socket.once(event, () => {
      signal.removeEventListener('abort', giveUp);
      // Errors of an open connection say nothing about the address.
      socket.removeAllListeners('error').on('error', () => undefined);
      resolve(socket);
    });
    socket.once('error', reject);
  });
}
