import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listSubtitles } from './subtitles.ts';
import { privateType, type ListedTrack } from './tables.ts';

const language = (code: string): number[] => Array.from(code, (letter) => letter.charCodeAt(0));
const track = (descriptors: readonly number[], type = privateType): ListedTrack => ({
  pid: 0x200,
  type,
  descriptors: Uint8Array.from(descriptors),
});
const descriptor = (tag: number, ...content: number[]): number[] => [tag, content.length, ...content];
const page = (code: string, type: number): number[] => [...language(code), (type << 3) | 1, 0x01];
const subtitling = (code: string): number[] => [...language(code), 0x10, 0, 1, 0, 1];

it('lists subtitle pages of teletext with their languages, and no other pages', () => {
  const descriptors = descriptor(0x56, ...page('spa', 1), ...page('spa', 2), ...page('cat', 5));
  expect(listSubtitles([track(descriptors)])).toEqual([
    { form: 'teletext', language: 'spa' },
    { form: 'teletext', language: 'cat' },
  ]);
});

it('lists subtitles of DVB, each language once, and in capital letters too', () => {
  const descriptors = descriptor(0x59, ...subtitling('spa'), ...subtitling('SPA'), ...subtitling('eng'));
  expect(listSubtitles([track(descriptors), track(descriptor(0x59, ...subtitling('spa')))])).toEqual([
    { form: 'dvb', language: 'spa' },
    { form: 'dvb', language: 'eng' },
  ]);
});

it.each([
  ['und', 0x59],
  ['\u0001\u00ff ', 0x59],
])('names no language for the code %j', (code, tag) => {
  expect(listSubtitles([track(descriptor(tag, ...subtitling(code)))])).toEqual([
    { form: 'dvb', language: null },
  ]);
});

it('lists nothing of other tracks, of other descriptors, and of an entry that is cut off', () => {
  expect(
    listSubtitles([
      track(descriptor(0x59, ...subtitling('spa')), 0x1b),
      track(descriptor(0x0a, ...subtitling('spa'))),
      track(descriptor(0x59, ...subtitling('spa').slice(0, 7))),
      track([0x59, 200, ...subtitling('spa').slice(0, 4)]),
    ]),
  ).toEqual([]);
});

it('lists sixteen subtitles at most, for any bytes', () => {
  const bytes = fc.uint8Array({ maxLength: 1_000 });
  fc.assert(
    fc.property(fc.array(bytes, { maxLength: 8 }), (all) => {
      const tracks = all.map((each) => track([...each]));
      const many = track(
        Array.from({ length: 40 }, (_, nth) =>
          descriptor(0x59, ...subtitling(`a${String.fromCharCode(97 + (nth % 26))}${nth < 26 ? 'a' : 'b'}`)),
        ).flat(),
      );
      expect(listSubtitles([...tracks, many]).length).toBeLessThanOrEqual(16);
    }),
  );
});
