import { createBouquetReader } from './bouquet.ts';
import { decodeLines } from './decode-lines.ts';
import { decodeText } from './decode-text.ts';
import { readLines, type LineReader } from './line-reader.ts';
import { createNamedLinesReader } from './named-lines.ts';
import { peekBytes } from './peek-bytes.ts';
import type { PlaylistItem } from './playlist-item.ts';
import { createPlsReader } from './pls.ts';
import { readPlaylist } from './read-playlist.ts';
import { recogniseForm } from './recognise-form.ts';
import { readWiseplay } from './wiseplay.ts';
import { readXspf } from './xspf.ts';

const lineReaders = {
  pls: createPlsReader,
  bouquet: createBouquetReader,
  named_lines: createNamedLinesReader,
} as const satisfies Readonly<Record<string, () => LineReader>>;

/**
 * Reads a list in any of the forms in which lists are written (M3U, Wiseplay, XSPF, PLS, bouquets of Enigma2, lines
 * `Nombre,http://…`, addresses alone), which it recognises by the first bytes. What it yields is the same for all forms.
 * A refusal of the whole file is always the last item.
 *
 * @param chunks - the file's bytes, in chunks of any size; a compressed file is refused as `packed`
 */
export async function* readList(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<PlaylistItem[]> {
  const { first, all, close } = await peekBytes(chunks);
  const { form, encoding } = recogniseForm(first);
  switch (form) {
    case 'packed':
    case 'binary':
      await close();
      yield [{ type: 'refusal', reason: form }];
      return;
    case 'wiseplay':
      yield* readWiseplay(decodeText(all, encoding));
      return;
    case 'xspf':
      yield* readXspf(decodeText(all, encoding));
      return;
    case 'm3u':
      yield* readPlaylist(all);
      return;
    default:
      // Only XML declares another encoding, and these forms are read line by line.
      yield* readLines(
        decodeLines(all, encoding === 'windows-1252' ? 'utf-8' : encoding),
        lineReaders[form](),
      );
  }
}
