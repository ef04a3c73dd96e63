import { startFakeUpstream } from '@butaca/testing';
import { expect, it } from 'vitest';
import { startTestGateway } from '../../../../../test/gateway/start-test-gateway.ts';

it('a part of a file is shorter at its end, empty behind it, and refused where the provider refuses', async () => {
  await using provider = await startFakeUpstream();
  await using test = await startTestGateway();
  provider.answer('/cortada.mkv', { body: Buffer.alloc(1_000, 7), hasRanges: true });
  provider.answer('/otra.mkv', { status: 404 });
  const read = (path: string, fromByte: number) =>
    test.gateway.readPart(
      { address: `${provider.origin}${path}`, streamKind: 'file', userAgent: null, referrer: null },
      { fromByte, length: 64, withinMs: 30_000, signal: new AbortController().signal },
    );
  expect(await read('/cortada.mkv', 0)).toHaveLength(64);
  expect(await read('/cortada.mkv', 990)).toHaveLength(10);
  expect(await read('/cortada.mkv', 5_000)).toHaveLength(0);
  expect(provider.seen.at(-1)?.headers.range).toBe('bytes=5000-5063');
  await expect(read('/otra.mkv', 5_000)).rejects.toMatchObject({ code: 'upstream.gone' });
});
