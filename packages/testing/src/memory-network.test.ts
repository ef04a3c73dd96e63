import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createMemoryNetwork } from './memory-network.ts';
import { createVirtualClock } from './virtual-clock.ts';

const network = createMemoryNetwork();
const clock = createVirtualClock(undefined, network);

const serve = (handler: RequestListener): number => network.serve(createServer(handler));

/** Asks a server of the network. @returns its answer, of which nothing has been read */
async function ask(port: number, body?: string): Promise<IncomingMessage> {
  const asked = request({
    host: '127.0.0.1',
    method: body === undefined ? 'GET' : 'POST',
    createConnection: () => network.open(port),
  });
  asked.end(body);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return response.on('error', () => undefined);
}

describe('a connection in memory', () => {
  it('carries a request and its answer without any time passing', async () => {
    const port = serve((asked, response) => void text(asked).then((body) => response.end(`eco: ${body}`)));
    const startedAtMs = clock.steadyMs();
    expect(await clock.finish(ask(port, 'hola').then(text))).toBe('eco: hola');
    expect(clock.steadyMs()).toBe(startedAtMs);
  });

  it('makes the sender wait for who does not read', async () => {
    let sentBytes = 0;
    const port = serve((_asked, response) => {
      const send = () => {
        do sentBytes += 10_000;
        while (response.write(Buffer.alloc(10_000)));
        response.once('drain', send);
      };
      send();
    });
    const response = await ask(port);
    await clock.settle();
    const before = sentBytes;
    expect(before).toBeLessThan(500_000);
    await clock.settle();
    expect(sentBytes).toBe(before);
    response.resume();
    await clock.settle();
    expect(sentBytes).toBeGreaterThan(before + 1_000_000);
    response.destroy();
  });

  it('tells the server that the client has left, also one that had stopped reading', async () => {
    for (const isReading of [true, false]) {
      let hasLeft = false;
      const port = serve((_asked, response) => {
        response.once('close', () => (hasLeft = true));
        response.write(Buffer.alloc(1_000_000));
      });
      const response = await ask(port);
      if (isReading) response.resume();
      await clock.settle();
      response.destroy();
      await clock.passUntil('the client has left', () => hasLeft);
    }
  });

  it('breaks an answer off when the server does', async () => {
    const port = serve((_asked, response) => response.write('medio', () => response.destroy()));
    await expect(ask(port).then(text)).rejects.toThrow('aborted');
  });

  it('is refused where no server is, and breaks when its server is taken away', async () => {
    const port = serve((_asked, response) => response.write('medio'));
    const response = await ask(port);
    network.close(port);
    await expect(text(response)).rejects.toThrow('aborted');
    expect(() => network.open(port)).toThrow('ECONNREFUSED');
    const outcome = await new Promise((resolve) =>
      network.connect({ hostname: '10.0.0.1', port: '80' }, (...[error]) => resolve(error?.message)),
    );
    expect(outcome).toBe('EHOSTUNREACH');
  });
});

it('no time passes while bytes are under way', async () => {
  const port = serve((_asked, response) => response.end(Buffer.alloc(3_000_000)));
  let arrivedAtMs = 0;
  const startedAtMs = clock.steadyMs();
  void ask(port)
    .then(text)
    .then(() => (arrivedAtMs = clock.steadyMs()));
  await clock.advance(1_000);
  expect(arrivedAtMs).toBe(startedAtMs);
});
