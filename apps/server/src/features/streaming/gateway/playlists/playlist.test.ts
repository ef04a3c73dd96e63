import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isPlaylist,
  PlaylistProtectedError,
  PlaylistRefusedError,
  rewritePlaylist,
  type PlaylistContext,
} from './playlist.ts';

const address = 'http://proveedor.example:8080/live/usuario/clave/1.m3u8?firma=secreta';

const rewriteNow = (text: string, context: PlaylistContext) =>
  rewritePlaylist(text, context, new AbortController().signal);

/** Rewrites an HLS playlist; each address becomes the readable `[role address]` instead of a sealed path. */
async function rewrite(lines: readonly string[] | string, base = address): Promise<string[]> {
  const text = typeof lines === 'string' ? lines : lines.join('\n');
  const { text: rewritten } = await rewriteNow(text, {
    address: base,
    isTrial: false,
    childPath: (child, role) => `[${role} ${child}]`,
  });
  return rewritten.trimEnd().split('\n');
}

const here = 'http://proveedor.example:8080/live/usuario/clave';

describe('rewritePlaylist', () => {
  it.each([
    ['a relative line', 'a.ts', `[bytes ${here}/a.ts]`],
    ['a line from the root', '/a.ts', '[bytes http://proveedor.example:8080/a.ts]'],
    ['a line of another host', '//b.example/a.ts', '[bytes http://b.example/a.ts]'],
    ['an absolute line', 'https://b.example/a.ts?x=1#t', '[bytes https://b.example/a.ts?x=1]'],
    ['a line of a query alone', '?otra=1', `[bytes ${here}/1.m3u8?otra=1]`],
    ['a line with spaces around', '  a.ts\t', `[bytes ${here}/a.ts]`],
    [
      'a key',
      '#EXT-X-KEY:METHOD=AES-128,URI="k",IV=0xAB',
      `#EXT-X-KEY:METHOD=AES-128,URI="[key ${here}/k]",IV=0xAB`,
    ],
    ['no key', '#EXT-X-KEY:METHOD=NONE', '#EXT-X-KEY:METHOD=NONE'],
    [
      'a session key',
      '#EXT-X-SESSION-KEY:METHOD=AES-128,URI="k"',
      `#EXT-X-SESSION-KEY:METHOD=AES-128,URI="[key ${here}/k]"`,
    ],
    [
      'a map',
      '#EXT-X-MAP:URI="i.mp4",BYTERANGE="720@0"',
      `#EXT-X-MAP:URI="[bytes ${here}/i.mp4]",BYTERANGE="720@0"`,
    ],
    [
      'a rendition',
      '#EXT-X-MEDIA:TYPE=AUDIO,NAME="Español, latino",URI="es.m3u8"',
      `#EXT-X-MEDIA:TYPE=AUDIO,NAME="Español, latino",URI="[playlist ${here}/es.m3u8]"`,
    ],
    [
      'an i-frame list',
      '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="i.m3u8"',
      `#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="[playlist ${here}/i.m3u8]"`,
    ],
    [
      'a part',
      '#EXT-X-PART:DURATION=0.3,URI="p.mp4",INDEPENDENT=YES',
      `#EXT-X-PART:DURATION=0.3,URI="[bytes ${here}/p.mp4]",INDEPENDENT=YES`,
    ],
    [
      'a hint',
      '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="p.mp4"',
      `#EXT-X-PRELOAD-HINT:TYPE=PART,URI="[bytes ${here}/p.mp4]"`,
    ],
    [
      'a report',
      '#EXT-X-RENDITION-REPORT:URI="b.m3u8",LAST-MSN=3',
      `#EXT-X-RENDITION-REPORT:URI="[playlist ${here}/b.m3u8]",LAST-MSN=3`,
    ],
    ['a URI without quotes', '#EXT-X-MAP:URI=i.mp4', `#EXT-X-MAP:URI="[bytes ${here}/i.mp4]"`],
    ['a URI whose quote never ends', '#EXT-X-MAP:URI="i.mp4', `#EXT-X-MAP:URI="[bytes ${here}/i.mp4]"`],
    ['a URI after spaces', '#EXT-X-MAP: URI = "i.mp4"', `#EXT-X-MAP:URI="[bytes ${here}/i.mp4]"`],
    ['two URIs', '#EXT-X-MAP:URI="a",URI="b"', `#EXT-X-MAP:URI="[bytes ${here}/a]",URI="[bytes ${here}/b]"`],
    ['a duration with a title', '#EXTINF:9.009,http://u:p@x/', '#EXTINF:9.009,'],
    ['a duration without a comma', '#EXTINF:-1', '#EXTINF:-1,'],
    ['a range', '#EXT-X-BYTERANGE:75232@0', '#EXT-X-BYTERANGE:75232@0'],
    [
      'a date',
      '#EXT-X-PROGRAM-DATE-TIME:2025-01-01T10:00:00.000+02:00',
      '#EXT-X-PROGRAM-DATE-TIME:2025-01-01T10:00:00.000+02:00',
    ],
    ['the header with attributes', '#EXTM3U x-tvg-url="http://u:p@x/"', '#EXTM3U'],
    ['the header behind a byte order mark', '\uFEFF#EXTM3U', '#EXTM3U'],
    [
      'what makes players add parameters',
      '#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=24,HOLD-BACK=6',
      '#EXT-X-SERVER-CONTROL:HOLD-BACK=6',
    ],
    [
      'a date range with an asset',
      '#EXT-X-DATERANGE:ID="1",START-DATE="2025-01-01T00:00:00Z",X-ASSET-URI="http://ads.example/"',
      '#EXT-X-DATERANGE:ID="1",START-DATE="2025-01-01T00:00:00Z"',
    ],
    [
      'an address in a name',
      '#EXT-X-MEDIA:TYPE=AUDIO,NAME="http://u:p@x/",GROUP-ID="a"',
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a"',
    ],
    [
      'an encoded address in a name',
      '#EXT-X-MEDIA:TYPE=AUDIO,NAME="http:%2F%2fu"',
      '#EXT-X-MEDIA:TYPE=AUDIO',
    ],
    [
      'an address in a bare value',
      '#EXT-X-START:TIME-OFFSET=http://x/,PRECISE=YES',
      '#EXT-X-START:PRECISE=YES',
    ],
    ['an end of line in a name', '#EXT-X-MEDIA:TYPE=AUDIO,NAME="a\rclave"', '#EXT-X-MEDIA:TYPE=AUDIO'],
  ])('rewrites %s', async (_what, line, expected) => {
    expect(await rewrite(line)).toEqual([expected]);
  });

  it.each([
    '# http://proveedor.example/',
    '#comentario',
    '#EXTVLCOPT:http-referrer=http://proveedor.example/',
    '#EXT-X-DESCONOCIDA:URI="http://proveedor.example/"',
    '#EXT-X-SESSION-DATA:DATA-ID="a",URI="http://proveedor.example/"',
    '#EXT-X-CONTENT-STEERING:SERVER-URI="http://proveedor.example/"',
    '#EXT-X-DATERANGE:ID="1",CLASS="com.apple.hls.interstitial",X-ASSET-LIST="http://ads.example/"',
    '#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://proveedor.example/"',
    '#EXT-X-TARGETDURATION:http://proveedor.example/',
    '#EXT-X-PROGRAM-DATE-TIME:http://proveedor.example/',
    '#EXT-X-ENDLIST:http://proveedor.example/',
    '#EXTINF:http://proveedor.example/',
    '#ext-x-key:method=AES-128,uri="http://proveedor.example/"',
    '#EXT-X-MAP:uri="http://proveedor.example/"',
    '#EXT-X-SKIP:SKIPPED-SEGMENTS=4000000000',
  ])('leaves out the line %s', async (line) => {
    expect(await rewrite(['#EXTM3U', line, '#EXT-X-GAP'])).toEqual(['#EXTM3U', '#EXT-X-GAP']);
  });

  it.each([
    'file:///etc/passwd',
    'ftp://b.example/a.ts',
    'javascript:alert(1)',
    'data:video/mp2t;base64,AAAA',
    'internal:demo/live/index.m3u8',
    'internal://demo/live/index.m3u8',
    'rtmp://b.example/a',
    'http://',
    'http://[::1',
    `http://b.example/${'a'.repeat(8_200)}`,
    '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="data:text/plain;base64,AAAA"',
    '#EXT-X-MAP:URI="file:///etc/passwd"',
    '#EXT-X-DEFINE:IMPORT="testigo"',
    '#EXT-X-DEFINE:QUERYPARAM="ausente"',
    '#EXT-X-DEFINE:NAME="sin-valor"',
  ])('refuses a playlist with the line %s', async (line) => {
    const error: unknown = await rewrite(['#EXTM3U', line]).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PlaylistRefusedError);
    expect(error).not.toBeInstanceOf(PlaylistProtectedError);
  });

  it.each([
    '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://clave"',
    '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://clave",KEYFORMAT="com.apple.streamingkeydelivery"',
    '#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI="data:text/plain;base64,AA",KEYFORMAT="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"',
  ])('refuses a playlist with the line %s as protected', async (line) => {
    await expect(rewrite(['#EXTM3U', line])).rejects.toBeInstanceOf(PlaylistProtectedError);
  });

  it('seals the line after a variant as a playlist, and every other line as bytes', async () => {
    expect(
      await rewrite(['#EXTM3U', '#EXT-X-STREAM-INF:BANDWIDTH=1', '', '# nota', 'a/1.m3u8', '2.m3u8']),
    ).toEqual([
      '#EXTM3U',
      '#EXT-X-STREAM-INF:BANDWIDTH=1',
      `[playlist ${here}/a/1.m3u8]`,
      `[bytes ${here}/2.m3u8]`,
    ]);
  });

  it('reads lines that end with CRLF', async () => {
    expect(await rewrite('#EXTM3U\r\n#EXTINF:2,a\r\n1.ts\r\n')).toEqual([
      '#EXTM3U',
      '#EXTINF:2,',
      `[bytes ${here}/1.ts]`,
    ]);
  });

  it('replaces variables before it seals addresses', async () => {
    expect(
      await rewrite([
        '#EXTM3U',
        '#EXT-X-DEFINE:NAME="dir",VALUE="http://b.example/x"',
        '#EXT-X-DEFINE:QUERYPARAM="firma"',
        '{$dir}/1.ts?f={$firma}',
        '#EXT-X-MAP:URI="{$dir}/i.mp4"',
      ]),
    ).toEqual([
      '#EXTM3U',
      '[bytes http://b.example/x/1.ts?f=secreta]',
      '#EXT-X-MAP:URI="[bytes http://b.example/x/i.mp4]"',
    ]);
    await expect(rewrite(['#EXT-X-DEFINE:NAME="a",VALUE="b"', '{$c}.ts'])).rejects.toThrow('not defined');
  });

  it('refuses a line that variables make too long', async () => {
    const grow = Array.from(
      { length: 40 },
      (_, index) => `#EXT-X-DEFINE:NAME="v${index}",VALUE="${'x'.repeat(20_000)}"`,
    );
    await expect(rewrite([...grow, `${'{$v0}'.repeat(6_000)}.ts`])).rejects.toThrow('too long');
  });

  it('resolves what an internal playlist names within the same internal source', async () => {
    const base = 'internal://demo/live/musa/720/index.m3u8';
    expect(await rewrite(['1.ts', '../360/2.ts', '../../../../otra/3.ts', '/4.ts'], base)).toEqual([
      '[bytes internal://demo/live/musa/720/1.ts]',
      '[bytes internal://demo/live/musa/360/2.ts]',
      '[bytes internal://demo/otra/3.ts]',
      '[bytes internal://demo/4.ts]',
    ]);
    await expect(rewrite('internal://secreto/1.ts', base)).rejects.toBeInstanceOf(PlaylistRefusedError);
    await expect(rewrite('//secreto/1.ts', base)).rejects.toBeInstanceOf(PlaylistRefusedError);
  });

  it('recognises a complete playlist by its end tag', async () => {
    const context = { address, isTrial: false, childPath: () => '/x' };
    expect((await rewriteNow('#EXTM3U\n1.ts\n#EXT-X-ENDLIST', context)).isComplete).toBe(true);
    expect((await rewriteNow('#EXTM3U\n#EXT-X-PLAYLIST-TYPE:EVENT\n1.ts', context)).isComplete).toBe(false);
  });

  it('refuses more lines than the limit, and lets other work run while it rewrites many', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    await rewrite(Array.from({ length: 20_000 }, (_, index) => `${index}.ts`));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
    await expect(rewrite('a\n'.repeat(40_001))).rejects.toThrow('too much');
  });

  it('passes on nothing but sealed addresses and known tags', async () => {
    const canary = fc.constantFrom(
      'http://canario.example/',
      '//canario.example/',
      'canario.example',
      'https:%2F%2Fcanario',
    );
    const name = fc.constantFrom(
      'EXTINF',
      'EXT-X-MAP',
      'EXT-X-KEY',
      'EXT-X-MEDIA',
      'EXT-X-OTRA',
      'EXT-X-VERSION',
      'EXTM3U',
      '',
    );
    const glue = fc.constantFrom(
      ':',
      ':URI=',
      ':URI="',
      ',URI="',
      ':X-URI="',
      '"',
      ',',
      ' ',
      '\r',
      '=',
      '\t',
      '',
    );
    const line = fc
      .tuple(fc.constantFrom('#', ' #', '\uFEFF#', ''), name, glue, canary, glue)
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 6 }), async (lines) => {
        const written = await rewriteNow(lines.join('\n'), {
          address,
          isTrial: false,
          childPath: () => 'sellado',
        }).catch((error: unknown) => {
          expect(error).toBeInstanceOf(PlaylistRefusedError);
          return { text: '' };
        });
        expect(written.text).not.toContain('canario');
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a playlist that would be slow to play', () => {
  it.each([
    ['7', 7],
    ['999', 999],
    ['148712007', 7],
    ['4294967295', 295],
    ['9'.repeat(400), 999],
  ])('with the discontinuity number %s gets %i', async (number, written) => {
    expect(await rewrite(`#EXT-X-DISCONTINUITY-SEQUENCE:${number}`)).toEqual([
      `#EXT-X-DISCONTINUITY-SEQUENCE:${written}`,
    ]);
  });

  it('keeps one discontinuity between two segments', async () => {
    const mark = '#EXT-X-DISCONTINUITY';
    expect(await rewrite([mark, mark, 'a.ts', mark, '#EXTINF:1,', mark, 'b.ts', 'c.ts', mark])).toEqual([
      mark,
      `[bytes ${here}/a.ts]`,
      mark,
      '#EXTINF:1,',
      `[bytes ${here}/b.ts]`,
      `[bytes ${here}/c.ts]`,
      mark,
    ]);
  });
});

describe('a playlist that is made to be slow', () => {
  const define = (name: string, length: number) =>
    `#EXT-X-DEFINE:NAME="${name}",VALUE="${'v'.repeat(length)}"`;

  it.each([
    ['a variable longer than an address', [define('x', 8_193)]],
    ['a hundred and one variables', Array.from({ length: 101 }, (_item, index) => define(`x${index}`, 1))],
    ['a line of variables', [define('x', 8_000), `#EXT-X-MEDIA:NAME="${'{$x}'.repeat(5)}"`]],
    [
      'many lines of variables',
      [define('x', 8_000), ...Array.from({ length: 130 }, () => '#EXT-X-MEDIA:NAME="{$x}"')],
    ],
  ])('is refused for %s', async (_why, lines) => {
    await expect(rewrite(lines)).rejects.toBeInstanceOf(PlaylistRefusedError);
  });

  it.each([
    ['children', '#EXTINF:2,\na.ts\n'],
    ['no children', '#EXT-X-VERSION:3\n'],
  ])('with %s lets other work run, and stops being rewritten when its time is up', async (_what, lines) => {
    const controller = new AbortController();
    const context = { address, isTrial: false, childPath: () => 'sellado' };
    const written = rewritePlaylist(lines.repeat(30_000), context, controller.signal);
    setImmediate(() => controller.abort(new Error('too late')));
    await expect(written).rejects.toThrow('too late');
  });
});

describe('isPlaylist', () => {
  it.each([
    ['#EXTM3U', true],
    ['\uFEFF#EXTM3U\n', true],
    ['\r\n  #EXTM3U', true],
    ['<!doctype html>#EXTM3U', false],
    ['', false],
    ['G#EXTM3U', false],
  ])('recognises %j as a playlist: %s', (text, expected) => {
    expect(isPlaylist(Buffer.from(text))).toBe(expected);
  });
});
