/**
 * Reads a PLS list: an INI file with the lines `FileN=`, `TitleN=` and `LengthN=` for each entry, in any order. Entries
 * are held until their three lines are there, or too many are held, or the list ends.
 */
import { createItemMaker } from './found-entry.ts';
import { trimLine, type LineReader } from './line-reader.ts';
import { maxAddressLength } from './address.ts';

const known = /^(file|title|length)(\d{1,9})\s{0,10}=(.*)$/i;

/** The most entries that wait for further lines. */
const maxHeld = 2_000;
const maxTitleLength = 1_000;

interface HeldEntry {
  lineNumber: number;
  file?: string;
  title?: string;
  length?: string;
}

export function createPlsReader(): LineReader {
  const maker = createItemMaker();
  const held = new Map<number, HeldEntry>();

  function release(index: number, entry: HeldEntry, items: Parameters<LineReader['end']>[0]): void {
    held.delete(index);
    const { lineNumber, file, title, length } = entry;
    // A title whose address has been released before, or never comes, is no entry.
    if (file === undefined) return;
    const seconds = Number(length);
    const durationSeconds = seconds > 0 && Number.isFinite(seconds) ? seconds : undefined;
    maker.add({ lineNumber, name: title, address: file, durationSeconds }, items);
  }

  return {
    isRefused: () => false,
    read({ number: lineNumber, text }, items) {
      if (text === undefined) {
        items.push({ type: 'issue', issue: { lineNumber, code: 'line.too_long' } });
        return;
      }
      const found = known.exec(trimLine(text));
      if (found === null) return;
      const [, key = '', digits = '', written = ''] = found;
      const index = Number(digits);
      const entry: HeldEntry = held.get(index) ?? { lineNumber };
      if (/^f/i.test(key)) {
        if (entry.file !== undefined) release(index, entry, items);
        entry.file = written.trim().slice(0, maxAddressLength + 1);
        entry.lineNumber = lineNumber;
      } else if (/^t/i.test(key)) entry.title = written.trim().slice(0, maxTitleLength);
      else entry.length = written.trim().slice(0, 20);
      held.set(index, entry);
      const { file, title, length } = entry;
      if (file !== undefined && title !== undefined && length !== undefined) release(index, entry, items);
      else if (held.size > maxHeld) {
        const [oldest] = held;
        if (oldest !== undefined) release(...oldest, items);
      }
    },
    end(items) {
      for (const [index, entry] of held) release(index, entry, items);
      maker.end(items);
    },
  };
}
