import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sendAnswer, startProvider, type Handler } from '@butaca/testing';
import { testPrograms } from './make-test-media.ts';

const run = promisify(execFile);

/** A provider for tests whose files name addresses that a program reading media (ffmpeg) might request. */
export interface HostileFiles extends AsyncDisposable {
  origin: string;
  paths: readonly string[];
  /** The paths that were requested of the hostile test provider. */
  asked: Set<string>;
}

/**
 * Starts the hostile test provider.
 *
 * @param host - the address of this machine on which the provider listens
 * @param targets - origins that the provider's files name
 * @param more - further files, by their paths; a path that begins with `part-` is only named by others
 */
export async function makeHostileFiles(
  host: string,
  targets: readonly string[],
  more: Readonly<Record<string, Buffer>> = {},
): Promise<HostileFiles> {
  const film = await makeFilm();
  const bodies = new Map(Object.entries({ ...hostileBodies(targets, film), ...more }));
  const asked = new Set<string>();
  const answer: Handler = (request, response) => {
    const path = new URL(request.url ?? '/', 'http://provider').pathname;
    asked.add(path);
    const body = bodies.get(path.slice(1));
    if (body === undefined) return response.writeHead(404).end();
    // The connection that sends this hostile test file breaks off inside `#EXTM3U`, by which ffmpeg detects a playlist,
    // so ffmpeg requests the remainder.
    const isWhole = !path.startsWith('/broken-off') || /^bytes=[1-9]/.test(request.headers.range ?? '');
    return sendAnswer(request, response, { body, hasRanges: true, ...(!isWhole && { cutAt: brokenOffAt }) });
  };
  const provider = await startProvider(answer, { on: host });
  return {
    origin: provider.origin,
    paths: [...bodies.keys()].filter((path) => !path.startsWith('part-')),
    asked,
    [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
  };
}

async function makeFilm(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'butaca-hostile-'));
  const file = join(folder, 'film.ts');
  const input = '-f lavfi -i testsrc2=size=160x90:rate=10:duration=2'.split(' ');
  await run(testPrograms.ffmpeg, ['-v', 'error', ...input, '-c:v', 'libx264', '-preset', 'ultrafast', file]);
  const bytes = await readFile(file);
  await rm(folder, { recursive: true });
  return bytes;
}

const tagHead = 10;
const tagLength = 300;
/**
 * The offset at which the connection of a hostile test file breaks off: in the middle of `#EXTM3U`, which follows the
 * ID3 tag.
 */
const brokenOffAt = tagHead + tagLength + 4;

function hostileBodies(targets: readonly string[], film: Buffer): Record<string, Buffer> {
  const uris = targets.map((target) => `${target}/secreto.ts`);
  const list = playlist(uris);
  const concat = `ffconcat version 1.0\n${uris.map((uri) => `file '${uri}'`).join('\n')}\n`;
  const manifest = `<?xml version="1.0"?>\n<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-main:2011" type="static" mediaPresentationDuration="PT9S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${uris[0]}</BaseURL><SegmentList duration="1">${uris.map((uri) => `<SegmentURL media="${uri}"/>`).join('')}</SegmentList></Representation></AdaptationSet></Period></MPD>`;
  const [, port] = /:(\d+)$/.exec(targets[0] ?? '') ?? [];
  const session = `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video ${port} RTP/AVP 96\na=rtpmap:96 H264/90000\na=control:rtsp://127.0.0.1:${port}/x\n`;
  const segment = (name: string) => playlist([`part-${name}`]);
  const bodies: Record<string, string | Buffer> = {
    'plain.mkv': list,
    'byte-order-mark.mkv': `\uFEFF${list}`,
    'tagged.mkv': tagged(list),
    'tagged.mp3': tagged(list),
    'tagged-twice.mkv': tagged(tagged(list)),
    'long-tag.mkv': tagged(list, 200_000),
    'broken-off.mkv': tagged(list, tagLength),
    'joined.mkv': tagged(playlist(['part-film.ts', ...uris, 'part-film.ts'])),
    'names-file.mkv': tagged(playlist(['file:///etc/passwd', 'concat:/etc/passwd', ...uris])),
    'key.mkv': tagged(
      `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-KEY:METHOD=AES-128,URI="${uris[0]}"\n#EXTINF:4,\n${uris[1] ?? uris[0]}\n#EXT-X-ENDLIST\n`,
    ),
    'master.mkv': tagged(
      `#EXTM3U\n${uris.map((uri) => `#EXT-X-STREAM-INF:BANDWIDTH=1\n${uri}`).join('\n')}\n`,
    ),
    'subtitle.avi': aviWithSubtitle(Buffer.from(list)),
    'subtitle-tagged.avi': aviWithSubtitle(tagged(list)),
    'concat.mkv': concat,
    'concat-tagged.mkv': tagged(concat),
    'session.mkv': session,
    'manifest.mkv': manifest,
    'manifest-tagged.mkv': tagged(manifest),
    'reference.mp4': quickTimeReference(uris[0] ?? ''),
    'redirector.mkv': `[Reference]\n${uris.map((uri, index) => `Ref${index}=${uri}`).join('\n')}\n`,
    'picture.svg': `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="${uris[0]}"/></svg>`,
    'text.srt': `1\n00:00:01,000 --> 00:00:02,000\n${uris[0]}\n`,
    'index.vobsub': `# VobSub index file, v7\n${uris.map((uri) => `id: es, index: 0\nfile: ${uri}`).join('\n')}\n`,
    'segments.m3u8': playlist(uris),
    'segments-tagged.m3u8': segment('tagged.ts'),
    'segments-plain.m3u8': segment('plain.ts'),
    'segments-avi.m3u8': segment('avi.ts'),
    'segments-concat.m3u8': segment('concat.ts'),
    'segments-manifest.m3u8': segment('manifest.ts'),
    'slices.m3u8': `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-VERSION:4\n#EXTINF:4,\n#EXT-X-BYTERANGE:${tagged(list).length}@188\npart-slice.ts\n#EXT-X-ENDLIST\n`,
    'part-film.ts': film,
    'part-tagged.ts': tagged(list),
    'part-plain.ts': list,
    'part-avi.ts': aviWithSubtitle(tagged(list)),
    'part-concat.ts': tagged(concat),
    'part-manifest.ts': manifest,
    'part-slice.ts': Buffer.concat([film.subarray(0, 188), tagged(list)]),
  };
  return Object.fromEntries(Object.entries(bodies).map(([name, body]) => [name, Buffer.from(body)]));
}

function playlist(uris: readonly string[]): string {
  const entries = uris.map((uri) => `#EXTINF:4,\n${uri}`);
  return `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:0\n${entries.join('\n')}\n#EXT-X-ENDLIST\n`;
}

/** Puts an ID3v2 tag in front of a file's content. @see https://id3.org/id3v2.4.0-structure */
function tagged(body: string | Buffer, length = tagLength): Buffer {
  const head = Buffer.from('ID3\u0004\0\0\0\0\0\0', 'latin1');
  for (let byte = 0; byte < 4; byte += 1) head[9 - byte] = (length >> (7 * byte)) & 0x7f;
  return Buffer.concat([head, Buffer.alloc(length), Buffer.from(body)]);
}

/** Builds a hostile AVI file with one text stream whose first chunk contains a subtitle file («GAB2»). */
function aviWithSubtitle(content: Buffer): Buffer {
  const chunk = (name: string, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts);
    const head = Buffer.alloc(8);
    head.write(name, 0, 'latin1');
    head.writeUInt32LE(body.length, 4);
    return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
  };
  const numbers = (...values: number[]) => {
    const bytes = Buffer.alloc(values.length * 4);
    for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
    return bytes;
  };
  const name = (text: string) => Buffer.from(text, 'latin1');
  const main = chunk('avih', numbers(40_000, 0, 0, 0x10, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0));
  const stream = chunk('strh', name('txts'), numbers(0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0));
  const header = chunk('LIST', name('hdrl'), main, chunk('LIST', name('strl'), stream, chunk('strf')));
  const half = Buffer.alloc(2);
  half.writeUInt16LE(2);
  const title = Buffer.from('a\0\0\0', 'latin1');
  const kind = Buffer.alloc(2);
  kind.writeUInt16LE(4);
  const gab2 = [name('GAB2\0'), half, numbers(title.length), title, kind, numbers(content.length), content];
  const movie = chunk('LIST', name('movi'), chunk('00tx', ...gab2));
  return chunk('RIFF', name('AVI '), header, movie);
}

/** Builds a hostile QuickTime film whose only track refers to another file by an alias. */
function quickTimeReference(address: string): Buffer {
  const box = (type: string, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts);
    const head = Buffer.alloc(8);
    head.writeUInt32BE(body.length + 8);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, body]);
  };
  const numbers = (...values: number[]) => {
    const bytes = Buffer.alloc(values.length * 4);
    for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
    return bytes;
  };
  const reference = box('url ', numbers(0), Buffer.from(`${address}\0`));
  const data = box('dinf', box('dref', numbers(0, 1), reference));
  const sample = box('avc1', Buffer.alloc(6), Buffer.from([0, 1]), Buffer.alloc(70));
  const tables = box(
    'stbl',
    box('stsd', numbers(0, 1), sample),
    box('stts', numbers(0, 1, 1, 1_000)),
    box('stsc', numbers(0, 1, 1, 1, 1)),
    box('stsz', numbers(0, 100, 1)),
    box('stco', numbers(0, 1, 0)),
  );
  const handler = box('hdlr', numbers(0, 0), Buffer.from('vide'), Buffer.alloc(13));
  const media = box(
    'mdia',
    box('mdhd', numbers(0, 0, 0, 1_000, 1_000, 0)),
    handler,
    box('minf', data, tables),
  );
  const movie = box(
    'moov',
    box('mvhd', numbers(0, 0, 0, 1_000, 1_000), Buffer.alloc(80)),
    box('trak', media),
  );
  return Buffer.concat([box('ftyp', Buffer.from('qt  \0\0\0\0qt  ', 'latin1')), movie]);
}
