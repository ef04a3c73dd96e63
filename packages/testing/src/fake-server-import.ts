import type { ChannelImport } from '@butaca/contract';
import { makeFakeChannel, type FakeMemory } from './fake-server-memory.ts';

/** Takes in a list: entries of `#EXTINF` and an address, by name; an entry without an address is skipped and told. */
export function importFakeList(memory: FakeMemory, text: string): ChannelImport {
  const known = new Set(memory.channels.map(({ url }) => url));
  const result: ChannelImport = { message: '', added: 0, updated: 0, duplicates: 0, skipped: 0, errors: [] };
  const lines = text.split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith('#EXTINF')) continue;
    const url = lines[index + 1] ?? '';
    if (!url.startsWith('http')) {
      result.skipped += 1;
      result.errors.push({ line: index + 1, reason: 'La entrada no tiene dirección.' });
    } else if (known.has(url)) {
      result.duplicates += 1;
    } else {
      known.add(url);
      const name = line.slice(line.lastIndexOf(',') + 1).trim();
      const section = /group-title="([^"]+)"/.exec(line)?.[1] ?? 'General';
      memory.channels.push(makeFakeChannel({ name, section, url }));
      result.added += 1;
    }
  }
  return { ...result, message: `Lista procesada: ${result.added} canales añadidos.` };
}
