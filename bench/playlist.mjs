import { readPlaylist } from '../packages/m3u/src/index.ts';
import { readName } from '../packages/titles/src/index.ts';
import { compare, report } from './load.mjs';

const small = 10_000;
const large = 100_000;

/**
 * Measures the parsing of M3U lists of ten thousand and of a hundred thousand entries: the time per entry must not grow
 * with the length of the list.
 */
export async function benchPlaylist() {
  const rate = (entries) => async () => {
    const startedAt = performance.now();
    let read = 0;
    for await (const items of readPlaylist(writeList(entries))) {
      for (const item of items) {
        if (item.type !== 'entry') continue;
        readName(item.entry.title);
        read += 1;
      }
    }
    if (read !== entries) throw new Error(`${read} of ${entries} entries were read`);
    return entries / ((performance.now() - startedAt) / 1_000);
  };
  await rate(small)();
  const result = await compare(3, rate(large), rate(small));
  report(`list of ${large} entries`, result, 'entries/s', `list of ${small}`, 0.8);
}

/** Generates the bytes of an M3U list with the given number of entries, in chunks like those of an upload. */
async function* writeList(entries) {
  yield Buffer.from('#EXTM3U\n');
  for (let from = 0; from < entries; from += 500) {
    let text = '';
    for (let n = from; n < Math.min(from + 500, entries); n += 1) {
      text += `#EXTINF:-1 tvg-id="c${n}" tvg-logo="http://logos.ejemplo/${n}.png" group-title="Series;Drama",La casa ${n % 90} S0${(n % 9) + 1}E${n % 40} (2021) HD\n`;
      text += `http://proveedor.ejemplo:8080/series/usuario/clave/${n}.mkv\n`;
    }
    yield Buffer.from(text);
  }
}
