import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../../../test/gateway/start-test-gateway.ts';

const sound = Buffer.alloc(40_000, 0xff);

/** Starts a radio server that answers every request with a head of its own. */
async function startRadio(head: string) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(head);
      socket.end(sound);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/radio.mp3`,
    countConnections: () => sockets.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

let test: TestGateway;
beforeEach(async () => {
  test = await startTestGateway();
});
afterEach(() => test[Symbol.asyncDispose]());

it('a radio that answers «ICY 200 OK» is delivered over one connection', async () => {
  await using radio = await startRadio(
    'ICY 200 OK\r\nicy-name:Radio Niebla\r\ncontent-type:audio/mpeg\r\nicy-br:128\r\n\r\n',
  );
  const response = await fetch(test.address({ address: radio.address }));
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
  expect(Buffer.from(await response.arrayBuffer()).equals(sound)).toBe(true);
  expect(radio.countConnections()).toBe(1);
});

it.each([
  ['ends lines without CR', 'HTTP/1.0 200 OK\ncontent-type: audio/mpeg\n\n'],
  ['ends some lines without CR', 'HTTP/1.1 200 OK\r\ncontent-type: audio/mpeg\n\r\n'],
  ['writes lines that are no fields', 'HTTP/1.0 200 OK\r\nRadio Niebla\r\nContent-Type : audio/mpeg\r\n\r\n'],
])('a radio that %s is delivered', async (_what, head) => {
  await using radio = await startRadio(head);
  const response = await fetch(test.address({ address: radio.address }));
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
  expect(Buffer.from(await response.arrayBuffer()).equals(sound)).toBe(true);
});

it.each([
  ['ICY 401 Unauthorized', 'upstream.unauthorized'],
  ['ICY 404 Resource Not Found', 'upstream.gone'],
  ['ICY', 'upstream.protocol'],
  ['ICYBOX 200 OK', 'upstream.protocol'],
  ['SSH-2.0-OpenSSH_9.2', 'upstream.protocol'],
])('a radio that answers «%s» is reported as %s', async (line, code) => {
  await using radio = await startRadio(`${line}\r\nicy-notice1:<BR>\r\n\r\n`);
  const response = await fetch(test.address({ address: radio.address }));
  expect(((await response.json()) as { code: string }).code).toBe(code);
});
