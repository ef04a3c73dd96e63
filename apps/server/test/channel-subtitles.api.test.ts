import { startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './test-app.ts';

let test: TestApp;
let upstream: FakeUpstream;
beforeAll(async () => {
  upstream = await startFakeUpstream();
  test = await startTestApp({ UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8' });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

const packet = (pid: number, ...payload: number[]): Buffer => {
  const bytes = Buffer.alloc(188, 0xff);
  Buffer.from([0x47, 0x40 | (pid >> 8), pid & 0xff, 0x10, ...payload]).copy(bytes);
  return bytes;
};
const table = (id: number, ...rest: number[]): number[] => [
  0,
  id,
  0xb0,
  rest.length + 4,
  ...rest,
  0,
  0,
  0,
  0,
];
const pat = packet(0, ...table(0, 0, 1, 0xc1, 0, 0, 0, 1, 0xe1, 0));
const track = (type: number, pid: number, ...descriptors: number[]): number[] => [
  type,
  0xe2,
  pid,
  0xf0,
  descriptors.length,
  ...descriptors,
];

/** The beginning of a channel in H.264 and AAC, with further tracks. */
const channelOf = (...tracks: number[][]): Buffer =>
  Buffer.concat([
    pat,
    packet(
      0x100,
      ...table(2, 0, 1, 0xc1, 0, 0, 0xe2, 1, 0xf0, 0, ...track(0x1b, 1), ...track(0x0f, 2), ...tracks.flat()),
    ),
    ...Array.from({ length: 6 }, () => packet(0x1fff)),
  ]);

async function openChannel(name: string, body: Buffer, can?: string) {
  upstream.answer(`/${name}.ts`, { headers: { 'content-type': 'video/mp2t' }, body });
  const added = { name, url: `${upstream.origin}/${name}.ts`, requiresPlan: ['premium' as const] };
  const { body: channel } = await test.call('POST /api/channels/admin', { body: added }, await test.admin());
  const asked = { params: { id: channel._id }, query: can === undefined ? {} : { can } };
  return (await test.call('GET /api/channels/id/:id', asked, await test.viewer('premium'))).body;
}

it('a channel in MPEG-TS names the teletext and DVB subtitles that its tables list', async () => {
  const teletext = track(6, 3, 0x56, 5, ...Buffer.from('spa'), 0x11, 0x88);
  const dvb = track(6, 4, 0x59, 8, ...Buffer.from('cat'), 0x10, 0, 1, 0, 1);
  const channel = await openChannel('antena', channelOf(teletext, dvb), 'mse');
  expect(channel).toMatchObject({
    streamKind: 'ts',
    imageSubtitles: [
      { form: 'teletext', language: 'spa' },
      { form: 'dvb', language: 'cat' },
    ],
  });
});

it('a channel without subtitles names none', async () => {
  expect(await openChannel('sin', channelOf(), 'mse')).not.toHaveProperty('imageSubtitles');
});
