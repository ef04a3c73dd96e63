import { expect, it } from 'vitest';
import { createMasterPlaylists, pickRendition } from './master-playlists.ts';

const address = 'http://proveedor.example/canal/master.m3u8';
const stream = '#EXT-X-STREAM-INF:BANDWIDTH=1000\n720.m3u8\n';
const sound = '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Español",URI="es.m3u8"\n';

it.each([
  ['a rendition with sound and picture', stream, 'http://proveedor.example/canal/720.m3u8'],
  ['sound in a playlist of its own', `${sound}${stream}`, undefined],
  ['sound of which the address comes first', `#EXT-X-MEDIA:URI="es.m3u8",TYPE=AUDIO\n${stream}`, undefined],
  [
    'sound inside of the renditions',
    `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a"\n${stream}`,
    'http://proveedor.example/canal/720.m3u8',
  ],
  [
    'subtitles whose name contains TYPE=AUDIO',
    `#EXT-X-MEDIA:TYPE=SUBTITLES,NAME="a TYPE=AUDIO b",URI="s.m3u8"\n${stream}`,
    'http://proveedor.example/canal/720.m3u8',
  ],
  ['a line that is too long', `${stream}#${'a'.repeat(40_000)}\n`, undefined],
])('picks the rendition of a playlist with %s', (_what, text, picked) => {
  expect(pickRendition({ text: `#EXTM3U\n${text}`, address })).toBe(picked);
});

it('notes no rendition of a playlist with a line that is too long', () => {
  const masters = createMasterPlaylists();
  masters.note('channel:1', { text: `#EXTM3U\n${stream}`, address }, 'a');
  const long = `#EXTM3U\n${stream.replace('720', '480')}#${'a'.repeat(40_000)}`;
  masters.note('channel:1', { text: long, address }, 'a');
  expect(masters.find('channel:1', 'http://proveedor.example/canal/720.m3u8')).toEqual({
    sourceAddress: 'a',
    isAlone: true,
  });
  expect(masters.find('channel:1', 'http://proveedor.example/canal/480.m3u8')).toBeUndefined();
});

it('tells channels apart whose master playlists name the same rendition', () => {
  const masters = createMasterPlaylists();
  masters.note('channel:1', { text: `#EXTM3U\n${stream}`, address }, 'a');
  masters.note('channel:2', { text: `#EXTM3U\n${sound}${stream}`, address }, 'b');
  const rendition = 'http://proveedor.example/canal/720.m3u8';
  expect(masters.find('channel:1', rendition)).toEqual({ sourceAddress: 'a', isAlone: true });
  expect(masters.find('channel:2', rendition)).toEqual({ sourceAddress: 'b', isAlone: false });
  expect(masters.find('channel:3', rendition)).toBeUndefined();
});
