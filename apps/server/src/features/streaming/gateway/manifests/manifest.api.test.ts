import { fileBytes, startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  startTestGateway,
  testGrant,
  type TestGateway,
} from '../../../../../test/gateway/start-test-gateway.ts';
import type { MediaPart } from '../stream/stream.ts';

let upstream: FakeUpstream;
let test: TestGateway;
let charged: MediaPart[];
beforeEach(async () => {
  charged = [];
  upstream = await startFakeUpstream();
  test = await startTestGateway({
    grants: {
      check: async () => undefined,
      renew: async () => undefined,
      charge: async (_grant, part) => {
        charged.push(part);
      },
    },
  });
});
afterEach(async () => {
  await test[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

const template = '<SegmentTemplate duration="2" initialization="i.mp4" media="v/$Number%03d$.m4s"/>';
const manifest = (segments = template, attributes = 'type="static" mediaPresentationDuration="PT10S"') =>
  `<?xml version="1.0"?><MPD ${attributes}><BaseURL>film/</BaseURL><Period><AdaptationSet mimeType="video/mp4">` +
  `<Representation id="v" bandwidth="1">${segments}</Representation></AdaptationSet></Period></MPD>`;

function offer(text: string, path = '/dash/film.mpd'): string {
  upstream.answer(path, { headers: { 'content-type': 'application/dash+xml' }, body: text });
  return test.address({ address: upstream.origin + path, streamKind: 'dash' });
}

async function read(address: string): Promise<string> {
  const response = await fetch(address);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/dash+xml']);
  return response.text();
}

const named = (text: string, attribute: string) =>
  new URL(
    new RegExp(`${attribute}="([^"]+)"`).exec(text)?.[1] ?? '',
    test.address({ address: upstream.origin }),
  );
const outcome = async (address: string | URL) => {
  const response = await fetch(address);
  return [response.status, ((await response.json()) as { code: string }).code];
};

describe('a DASH stream', () => {
  it('is fetched through the gateway alone, segment by segment', async () => {
    const text = await read(offer(manifest()));
    expect(text).not.toContain(upstream.origin);
    upstream.answer('/dash/film/i.mp4', { headers: { 'content-type': 'video/mp4' }, body: 'inicio' });
    upstream.answer('/dash/film/v/007.m4s', { headers: { 'content-type': 'video/mp4' }, body: 'siete' });
    expect(await (await fetch(named(text, 'initialization'))).text()).toBe('inicio');
    const media = named(text, 'media').href;
    expect(media).toMatch(/\/segment-n\$Number\$\.m4s$/);
    expect(await (await fetch(media.replace('$Number$', '7'))).text()).toBe('siete');
  });

  it('keeps its addresses at every refresh of a live manifest', async () => {
    const live = 'type="dynamic" availabilityStartTime="2026-01-01T00:00:00Z" minimumUpdatePeriod="PT2S"';
    const address = offer(manifest(template, live));
    expect(named(await read(address), 'media').href).toBe(named(await read(address), 'media').href);
    expect(upstream.seen.filter(({ path }) => path === '/dash/film.mpd')).toHaveLength(2);
  });

  it('is resolved against the address that redirects led to', async () => {
    offer(manifest(), '/otra/film.mpd');
    const to = encodeURIComponent(`${upstream.origin}/otra/film.mpd`);
    const text = await read(
      test.address({ address: `${upstream.origin}/redirect?to=${to}`, streamKind: 'dash' }),
    );
    upstream.answer('/otra/film/i.mp4', { body: 'inicio', headers: { 'content-type': 'video/mp4' } });
    expect(await (await fetch(named(text, 'initialization'))).text()).toBe('inicio');
  });

  it('of one file is read by ranges', async () => {
    const text = await read(offer(manifest('<BaseURL>/file.mp4</BaseURL><SegmentBase indexRange="10-20"/>')));
    const path = /<BaseURL>([^<]+)</.exec(text)?.[1] ?? '';
    const response = await fetch(new URL(path, test.address({ address: upstream.origin })), {
      headers: { range: 'bytes=10-20' },
    });
    expect(response.status).toBe(206);
    expect(Buffer.from(await response.arrayBuffer()).equals(fileBytes.subarray(10, 21))).toBe(true);
  });

  it.each([
    ['another kind of gap', 'segment-t7.m4s'],
    ['a way out', 'segment-n..%2f..%2fsecreto.m4s'],
    ['a way out in plain', 'segment-n7/../../secreto.m4s'],
    ['nothing', ''],
    ['no digits', 'segment-n$Number$.m4s'],
  ])('answers 404 to %s in a segment path, without a request to the upstream', async (_what, name) => {
    const media = named(await read(offer(manifest())), 'media').href;
    const asked = upstream.seen.length;
    const response = await test.ask(media.slice(0, media.lastIndexOf('/') + 1) + name);
    expect(response.statusCode).toBe(404);
    response.resume();
    expect(upstream.seen).toHaveLength(asked);
  });

  it('answers 404 to a token with one changed letter, without a request to the upstream', async () => {
    const media = named(await read(offer(manifest())), 'media').href.replace('$Number$', '7');
    const asked = upstream.seen.length;
    const at = media.indexOf('/api/stream/') + 40;
    const forged = media.slice(0, at) + (media[at] === 'A' ? 'B' : 'A') + media.slice(at + 1);
    expect(await outcome(forged)).toEqual([404, 'stream.invalid']);
    expect(upstream.seen).toHaveLength(asked);
  });

  it('answers 410 once its address has expired', async () => {
    const media = named(await read(offer(manifest())), 'media').href.replace('$Number$', '7');
    test.time.now = new Date('2026-01-02T12:00:00Z');
    expect(await outcome(media)).toEqual([410, 'stream.expired']);
  });

  it('that names a private address is refused at the segment, and nothing is reached', async () => {
    await using guarded = await startTestGateway({ allowPrivate: [] });
    // A gateway that allows no private address refuses the manifest itself, because the test provider runs on this
    // machine. The manifest is therefore read through the other gateway, which allows 127.0.0.1 alone.
    const address = guarded.address({ address: `${upstream.origin}/dash/film.mpd`, streamKind: 'dash' });
    expect(await outcome(address)).toEqual([502, 'upstream.refused']);
    const text = await read(
      offer(manifest('<SegmentTemplate duration="2" media="http://169.254.169.254/$Number$"/>')),
    );
    expect(await outcome(named(text, 'media').href.replace('$Number$', '1'))).toEqual([
      502,
      'upstream.refused',
    ]);
    expect(upstream.countConnections()).toBe(1);
  });

  it.each([
    ['a page', '<!doctype html><p>Hola</p>', 'upstream.page'],
    [
      'a document type',
      '<?xml version="1.0"?><!DOCTYPE MPD [<!ENTITY a "b">]><MPD>&a;</MPD>',
      'upstream.refused',
    ],
    ['more than 2 MB', `<MPD>${' '.repeat(2 * 1_024 * 1_024)}</MPD>`, 'upstream.refused'],
    ['a playlist', '#EXTM3U\n#EXTINF:1,\na.ts\n', 'upstream.unreachable'],
  ])('that answers %s is refused', async (_what, text, code) => {
    expect(await outcome(offer(text))).toEqual([502, code]);
  });
});

describe('a DASH film under a trial', () => {
  const trial = { ...testGrant, isTrial: true };
  const tried = (text: string) => {
    upstream.answer('/dash/film.mpd', { body: text });
    return read(test.address({ address: `${upstream.origin}/dash/film.mpd`, streamKind: 'dash' }, trial));
  };

  it('is charged segment by segment', async () => {
    const text = await tried(manifest());
    for (const number of ['001', '002']) {
      upstream.answer(`/dash/film/v/${number}.m4s`, {
        headers: { 'content-type': 'video/mp4' },
        body: number,
      });
    }
    const segments = [...text.matchAll(/media="([^"]+)"/g)].map(([, path = '']) => path);
    expect(segments).toHaveLength(5);
    for (const path of segments.slice(0, 2)) {
      await (await fetch(new URL(path, test.address({ address: upstream.origin })))).text();
    }
    expect(charged).toEqual([
      { fromSeconds: 0, toSeconds: 2 },
      { fromSeconds: 2, toSeconds: 4 },
    ]);
  });

  it('is charged by its bytes when it is one file', async () => {
    const text = await tried(manifest('<BaseURL>/file.mp4</BaseURL><SegmentBase indexRange="0-9"/>'));
    const path = /<BaseURL>([^<]+)</.exec(text)?.[1] ?? '';
    await (await fetch(new URL(path, test.address({ address: upstream.origin })))).arrayBuffer();
    expect(charged.slice(0, 2)).toEqual([
      { fromSeconds: 0, toSeconds: 5 },
      { fromSeconds: 5, toSeconds: 10 },
    ]);
  });
});
