import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { makeZip } from '@butaca/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readListFile } from './read-list-file.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'butaca-lists-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const mebibyte = 1_048_576;
const entry = (name: string): string => `#EXTINF:-1,${name}\nhttp://p.example/${name}\n`;
const m3u = `#EXTM3U\n${entry('Uno')}`;
/** A comment that is most of a large list, so that reading it takes little time. */
const comment = `#${' '.repeat(2_000)}\n`;

/** Reads a file. @returns the names of its entries, what the file is refused for, and how many bytes were counted */
async function read(content: Uint8Array | string, limitBytes = 64 * mebibyte) {
  const path = join(dir, 'lista.m3u');
  await writeFile(path, content);
  let bytes = 0;
  const names: string[] = [];
  let refusal: string | undefined;
  const onBytes = (more: number): void => {
    bytes += more;
  };
  for await (const items of readListFile({ path, limitBytes, onBytes })) {
    for (const item of items) {
      if (item.type === 'entry') names.push(item.entry.title);
      if (item.type === 'refusal') refusal = item.reason;
    }
  }
  return { names, refusal, bytes };
}

const codeOf = async (content: Uint8Array, limitBytes?: number): Promise<unknown> =>
  read(content, limitBytes).then(
    () => undefined,
    (error: unknown) => (error as { code?: unknown }).code,
  );

describe('the file of a list', () => {
  it('is read as it is, or unpacked, and all its bytes are counted', async () => {
    for (const content of [Buffer.from(m3u), gzipSync(m3u)])
      expect(await read(content)).toEqual({ names: ['Uno'], refusal: undefined, bytes: content.length });
  });

  it('may be several gzip streams in a row, and larger than what is read at once', async () => {
    const long = Array.from({ length: 20_000 }, (_, at) => entry(`canal-${at}`)).join('');
    const { names } = await read(Buffer.concat([gzipSync(m3u), gzipSync(long)]));
    expect([names.length, names.at(-1)]).toEqual([20_001, 'canal-19999']);
  });

  it.each([
    ['breaks off', gzipSync(m3u).subarray(0, 30), 'list.packed_unreadable'],
    ['is damaged', Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8]), 'list.packed_unreadable'],
    ['is a bomb', gzipSync(Buffer.alloc(24 * mebibyte, '#')), 'list.packed_too_large'],
    ['is packed by another program', Buffer.from('Rar!\u001a\u0007\u0000', 'latin1'), 'list.packed_other'],
  ])('that %s is refused', async (_what, content, code) => {
    expect(await codeOf(content)).toBe(code);
  });

  it('that is larger than the limit when it is unpacked is refused', async () => {
    expect(await codeOf(gzipSync(m3u), m3u.length - 1)).toBe('list.packed_too_large');
    expect((await read(gzipSync(m3u), m3u.length)).names).toEqual(['Uno']);
    const zip = makeZip([{ name: 'a.m3u', content: m3u }]);
    expect(await codeOf(zip, m3u.length - 1)).toBe('list.packed_too_large');
    expect((await read(zip, m3u.length)).names).toEqual(['Uno']);
  });

  it('that is packed twice is refused as such', async () => {
    expect(await read(gzipSync(gzipSync(m3u)))).toMatchObject({ names: [], refusal: 'packed' });
  });
});

describe('a zip', () => {
  it('gives the lists among its files, of any form, by their content', async () => {
    const zip = makeZip([
      { name: 'carpeta/', content: '' },
      { name: 'leeme.txt', content: 'Gracias por su compra.' },
      { name: 'logo.png', content: Buffer.from('89504e470d0a1a0a', 'hex') },
      { name: 'carpeta/lista.dat', content: m3u },
      { name: 'canales.txt', content: 'TDT,#genre#\nDos,http://p.example/2\n' },
      { name: 'tdt.tv', content: '#NAME TDT\n#SERVICE 1:0:1:0:0:0:0:0:0:0:\n' },
    ]);
    const { names, refusal, bytes } = await read(zip);
    expect(names).toEqual(['Uno', 'Dos']);
    expect(refusal).toBeUndefined();
    expect(bytes).toBeLessThanOrEqual(zip.length);
  });

  it('may have names that would lead out of its folder, because nothing is written', async () => {
    expect((await read(makeZip([{ name: '../../etc/passwd', content: m3u }]))).names).toEqual(['Uno']);
    expect((await read(makeZip([{ name: '/a\u0000b', content: m3u }]))).names).toEqual(['Uno']);
  });

  it('whose lists have no entries is refused as a list without entries', async () => {
    expect(await read(makeZip([{ name: 'a.m3u', content: '#EXTM3U\n' }]))).toMatchObject({
      refusal: 'empty',
    });
  });

  it('may have bouquets that only a receiver could play, and is refused for them when it has nothing else', async () => {
    const ofReceiver = { name: 'satelite.tv', content: '#NAME Astra\n#SERVICE 1:0:1:6DCA:0:0:0:0:0:0:\n' };
    const ofInternet = {
      name: 'internet.tv',
      content: '#NAME TDT\n#SERVICE 4097:0:1:0:0:0:0:0:0:0:http%3a//p.example/1:Uno\n',
    };
    const nothing = { name: 'a.m3u', content: '#EXTM3U\n' };
    for (const files of [
      [ofReceiver, ofInternet],
      [ofInternet, ofReceiver],
    ])
      expect(await read(makeZip(files))).toMatchObject({ names: ['Uno'], refusal: undefined });
    for (const files of [[ofReceiver], [ofReceiver, nothing], [nothing, ofReceiver]])
      expect(await read(makeZip(files))).toMatchObject({ names: [], refusal: 'receiver' });
  });

  const one = { name: 'lista.m3u', content: m3u };
  const whole = makeZip([one]);
  it.each([
    ['breaks off', whole.subarray(0, whole.length - 30), 'list.packed_unreadable'],
    ['is only a beginning', Buffer.from('504b0304', 'hex'), 'list.packed_unreadable'],
    ['is encrypted', makeZip([{ ...one, isEncrypted: true }]), 'list.packed_unreadable'],
    ['states wrong sizes', makeZip([{ ...one, statedBytes: 5 }]), 'list.packed_unreadable'],
    ['is empty', makeZip([]), 'list.packed_without_list'],
    ['has no list', makeZip([{ name: 'a.xml', content: '<worksheet/>' }]), 'list.packed_without_list'],
    ['has a zip', makeZip([{ name: 'a.zip', content: whole }]), 'list.packed_twice'],
    ['has a packed list', makeZip([{ name: 'a.gz', content: gzipSync(m3u) }]), 'list.packed_twice'],
    [
      'has too many files',
      makeZip(Array.from({ length: 1_001 }, (_, at) => ({ name: `${at}.m3u`, content: m3u }))),
      'list.packed_too_large',
    ],
    [
      'is a bomb',
      makeZip([{ name: 'a.m3u', content: Buffer.alloc(24 * mebibyte, `${m3u}${comment}`) }]),
      'list.packed_too_large',
    ],
    [
      'is a bomb in parts',
      makeZip(
        Array.from({ length: 3 }, () => ({
          name: 'a',
          content: Buffer.alloc(8 * mebibyte, `#EXTM3U\n${comment}`),
        })),
      ),
      'list.packed_too_large',
    ],
  ])('that %s is refused', async (_what, content, code) => {
    expect(await codeOf(content)).toBe(code);
  });

  it('may be damaged anywhere, and is read or refused', async () => {
    const zip = makeZip([one, { name: 'b.txt', content: 'Dos,http://p.example/2\n' }]);
    for (let at = 4; at < zip.length; at += 1) {
      const damaged = Buffer.from(zip);
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      const code = await codeOf(damaged);
      expect([
        undefined,
        'list.packed_unreadable',
        'list.packed_without_list',
        'list.packed_too_large',
      ]).toContain(code);
    }
  });
});
