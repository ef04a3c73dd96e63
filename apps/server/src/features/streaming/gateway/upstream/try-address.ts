/**
 * Tries an address as an operator would who asks why it does not work: is its name known, does the server accept
 * connections, is its certificate valid, what does it answer. Each stage uses what the stage before has found, through
 * the same address filter as streams.
 */
import { isIP, connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { withDeadline } from '../../../../platform/async/deadline.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { StreamTiming } from '../stream/stream.ts';
import { AddressRefusedError, resolveHost, type AddressFilter, type ResolveHost } from './address-filter.ts';
import {
  CertificateRefusedError,
  requireCertificate,
  readCertificate,
  type FindCertificates,
  type ServerCertificate,
} from './server-certificate.ts';
import { readUpstreamError, readUpstreamStatus } from './upstream-error.ts';
import type { Upstream } from './upstream.ts';

/** One stage of a try: how long it took, and the error of a stage that failed. */
export interface AddressStage {
  stage: 'dns' | 'tcp' | 'tls' | 'answer';
  elapsedMs: number;
  error: AppError | undefined;
  /** The certificate that was refused. */
  refused?: RefusedCertificate;
  /** The beginning of the answer, in the last stage. */
  head?: Buffer;
}

/** A certificate that is neither valid nor allowed, and the fingerprints of those that are allowed in its place. */
interface RefusedCertificate {
  certificate: ServerCertificate;
  /** What is wrong with it, as OpenSSL or Node names it: `DEPTH_ZERO_SELF_SIGNED_CERT` … */
  reason: string;
  allowed: readonly string[];
}

/** The certificate that a server presents in the TLS handshake, and whether clients trust it. */
export interface PresentedCertificate {
  certificate: ServerCertificate;
  /** What is wrong with it; `undefined` for one that an authority vouches for. */
  reason: string | undefined;
}

interface Tried {
  address: string;
  userAgent: string | null;
  referrer: string | null;
}

/**
 * How long it may take to look at a certificate, in ms: less than proxies wait for an answer before they ask another server.
 */
const lookWithinMs = 5_000;

interface ConnectionNeeds {
  mayConnect: AddressFilter;
  resolve: ResolveHost | undefined;
  timing: StreamTiming;
}

export async function tryAddress(
  needs: ConnectionNeeds & { upstream: Upstream; findCertificates: FindCertificates | undefined },
  tried: Tried,
): Promise<AddressStage[]> {
  const { upstream, mayConnect, resolve = resolveHost, timing } = needs;
  const { isTls, hostname, port, origin } = readServer(tried.address);
  const stages: AddressStage[] = [];
  const allowed = (isTls && (await needs.findCertificates?.(origin))) || [];

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
      const failed: AddressStage = { stage, elapsedMs: elapsedMs(), error: readUpstreamError(error) };
      if (error instanceof CertificateRefusedError && error.certificate !== undefined)
        failed.refused = { certificate: error.certificate, reason: error.reason, allowed };
      stages.push(failed);
      return undefined;
    }
  }

  const ip = await run('dns', (signal) => findAddress(hostname, { mayConnect, resolve, signal }));
  if (ip === undefined) return stages;
  const socket = await run('tcp', (signal) => opened(connectTcp({ host: ip, port }), 'connect', signal));
  if (socket === undefined) return stages;
  if (isTls) {
    const secured = await run('tls', async (signal) => {
      const handshaken = await secure(socket, hostname, signal);
      try {
        requireCertificate(handshaken, allowed);
        return handshaken;
      } catch (error) {
        handshaken.destroy();
        throw error;
      }
    });
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

/**
 * Reads the certificate that a server presents, through the same address filter as streams. Nothing is sent to the server
 * but a handshake.
 *
 * @throws AppError `upstream.…` for a server that cannot be reached or has no certificate
 */
export async function lookAtCertificate(
  { mayConnect, resolve = resolveHost, timing }: ConnectionNeeds,
  address: string,
): Promise<PresentedCertificate> {
  const { hostname, port } = readServer(address);
  async function look(signal: AbortSignal): Promise<PresentedCertificate> {
    const ip = await findAddress(hostname, { mayConnect, resolve, signal });
    const socket = await opened(connectTcp({ host: ip, port }), 'connect', signal);
    try {
      const secured = await secure(socket, hostname, signal);
      const certificate = readCertificate(secured);
      secured.destroy();
      if (certificate === undefined) throw new AppError('upstream.unreachable');
      const reason = secured.authorized ? undefined : String(secured.authorizationError);
      return { certificate, reason };
    } finally {
      socket.destroy();
    }
  }
  try {
    const withinMs = Math.min(timing.answerWithinMs, lookWithinMs);
    return await withDeadline(undefined, withinMs, look, timing.clock);
  } catch (error) {
    throw readUpstreamError(error);
  }
}

/** Reads what is connected to of an address. */
function readServer(address: string) {
  const { protocol, hostname, port, origin } = new URL(address);
  const isTls = protocol === 'https:';
  return {
    isTls,
    hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || (isTls ? 443 : 80)),
    origin,
  };
}

/**
 * Makes a TLS connection of one to which nothing has been written, with any certificate: the caller compares it, or closes
 * the connection, before anything is written.
 */
function secure(socket: Socket, hostname: string, signal: AbortSignal): Promise<TLSSocket> {
  const servername = isIP(hostname) === 0 ? hostname : '';
  const options = { socket, servername, host: hostname, rejectUnauthorized: false };
  return opened(connectTls(options), 'secureConnect', signal);
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
