import type { IncomingMessage } from 'node:http';
import {
  createMemoryNetwork,
  createTransportStream,
  createVirtualClock,
  startFakeUpstream,
  type FakeUpstream,
} from '@butaca/testing';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { nullPacket } from './delivery/null-packets.ts';
import { startTestGateway, type TestGateway } from '../../../../test/gateway/start-test-gateway.ts';

const network = createMemoryNetwork();
const clock = createVirtualClock(undefined, network);
let test: TestGateway;
let upstream: FakeUpstream;
beforeAll(async () => {
  test = await startTestGateway({ network, timing: { clock } });
  upstream = await startFakeUpstream(network);
  upstream.serve('/calla', (_request, response) => {
    const stream = createTransportStream({ groupFrames: 5 });
    response.writeHead(200, { 'content-type': 'video/mp2t' });
    response.write(Buffer.concat(Array.from({ length: 30 }, () => stream.frame())));
  });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

/** Reads an answer until its bytes end with the given ones. @returns all of them */
async function readUntil(answer: IncomingMessage, last: Buffer): Promise<Buffer> {
  let bytes = Buffer.alloc(0);
  for await (const chunk of answer.iterator({ destroyOnReturn: false })) {
    bytes = Buffer.concat([bytes, chunk as Buffer]);
    if (bytes.subarray(-last.length).equals(last)) return bytes;
  }
  throw new Error('the answer has ended');
}

it('a channel whose provider is silent gets null packets between its own', async () => {
  const address = test.address(
    { address: `${upstream.origin}/calla.ts`, streamKind: 'ts' },
    { itemKey: 'channel:7' },
  );
  const answer = await clock.finish(test.ask(address));
  onTestFinished(() => void answer.destroy());
  const answeredAtMs = clock.steadyMs();
  const bytes = await clock.finish(readUntil(answer, nullPacket));
  // 2 s after the last bytes, which were held back for 100 ms.
  expect(clock.steadyMs() - answeredAtMs).toBe(2_100);
  expect(bytes.length % nullPacket.length).toBe(0);
  const packets = Array.from({ length: bytes.length / nullPacket.length }, (_, index) =>
    bytes.subarray(index * nullPacket.length, (index + 1) * nullPacket.length),
  );
  expect(packets.filter((packet) => packet.equals(nullPacket))).toHaveLength(1);
});
