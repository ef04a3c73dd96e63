import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startTestGateway, until, type TestGateway } from '../../../../test/gateway/start-test-gateway.ts';

const viewerCount = 8;

/** A provider that accepts requests and answers none of them. */
interface SilentProvider {
  origin: string;
  held: ServerResponse[];
}

async function startSilentProvider(): Promise<SilentProvider> {
  const held: ServerResponse[] = [];
  const server = createServer((_request, response) => void held.push(response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, held };
}

/** What a viewer was answered: the status, the code and `retry-after`; or that the connection was broken. */
async function outcome(address: string): Promise<string> {
  try {
    const answer = await fetch(address);
    const { code } = (await answer.json()) as { code: string };
    return `${answer.status} ${code} ${answer.headers.get('retry-after')} ${answer.headers.get('connection')}`;
  } catch {
    return 'broken';
  }
}

const comeAgain = '503 server.unavailable 1 close';

describe('a viewer who waits for a slow provider while the server closes', () => {
  let provider: SilentProvider;
  let test: TestGateway;
  beforeEach(async () => {
    provider = await startSilentProvider();
    test = await startTestGateway();
    onTestFinished(() => test[Symbol.asyncDispose]());
  });

  it.each([
    ['film.mp4', 'file', viewerCount],
    ['list.m3u8', 'hls', 1],
    ['manifest.mpd', 'dash', viewerCount],
    ['channel.ts', 'ts', 1],
  ] as const)('of %s is asked to come again', async (name, streamKind, requests) => {
    const addresses = Array.from({ length: viewerCount }, (_, index) =>
      test.address({ address: `${provider.origin}/${name}`, streamKind }, { sessionKey: `sesión-${index}` }),
    );
    const waiting = addresses.map(outcome);
    await until(
      'all viewers wait',
      () => test.grants.checks === viewerCount && provider.held.length >= requests,
    );
    await test.http.close();
    expect(await Promise.all(waiting)).toEqual(addresses.map(() => comeAgain));
  });

  it('is asked to come again when the check of the right ends after the server has begun to close', async () => {
    let checks = 0;
    let endCheck = (): void => undefined;
    const check = () =>
      new Promise<undefined>((resolve) => {
        checks += 1;
        endCheck = () => resolve(undefined);
      });
    await using slow = await startTestGateway({
      grants: { check, renew: async () => undefined, charge: () => Promise.resolve() },
    });
    const waiting = outcome(slow.address({ address: `${provider.origin}/channel.ts`, streamKind: 'ts' }));
    await until('the right is being checked', () => checks === 1);
    const closed = slow.http.close();
    await until('the server closes', () => !slow.http.server.listening);
    endCheck();
    expect(await waiting).toBe(comeAgain);
    await closed;
    expect(provider.held).toEqual([]);
  });
});
