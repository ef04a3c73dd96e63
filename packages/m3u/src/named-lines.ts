/**
 * Reads a text list of lines `Nombre,http://…`. A line `Grupo,#genre#` names the group of what follows. Several
 * addresses of one name are separated by `#`; a line of an address alone is an entry too. Lines that begin with `#` or
 * `//` are comments.
 */
import { readHeading, repairText } from '@butaca/titles';
import { createItemMaker } from './found-entry.ts';
import { trimLine, type LineReader } from './line-reader.ts';

const groupEnd = /[,，]\s{0,10}#genre#$/i;
const schemeOnly = /^\s{0,10}[a-z][a-z0-9+.-]{1,15}$/i;
const nextAddress = /#(?=[a-z][a-z0-9+.-]{1,15}:\/\/)/i;

/** Whether a line is one that only this form of list has. */
export const isNamedLine = (line: string): boolean => groupEnd.test(line) || splitNamed(line) !== undefined;

/** Whether a line is a comment of this form of list. */
export const isComment = (line: string): boolean => line.startsWith('#') || line.startsWith('//');

/** Splits `Nombre,http://…` at the comma before the first address. */
function splitNamed(line: string): { name: string; addresses: string } | undefined {
  const colon = line.indexOf('://');
  if (colon === -1) return undefined;
  const comma = Math.max(line.lastIndexOf(',', colon), line.lastIndexOf('，', colon));
  if (comma < 1 || !schemeOnly.test(line.slice(comma + 1, colon))) return undefined;
  return { name: line.slice(0, comma).trim(), addresses: line.slice(comma + 1).trim() };
}

export function createNamedLinesReader(): LineReader {
  const maker = createItemMaker();
  let group: string | undefined;

  return {
    isRefused: () => false,
    read({ number: lineNumber, text }, items) {
      if (text === undefined) {
        items.push({ type: 'issue', issue: { lineNumber, code: 'line.too_long' } });
        return;
      }
      const line = trimLine(text);
      if (line === '') return;
      const genre = groupEnd.exec(line);
      if (genre !== null) {
        const written = line.slice(0, genre.index).trim();
        group = readHeading(written) ?? repairText(written);
        return;
      }
      if (isComment(line)) return;
      const named = splitNamed(line);
      const addresses = named?.addresses.split(nextAddress) ?? [line];
      for (const address of addresses) maker.add({ lineNumber, name: named?.name, address, group }, items);
    },
    end: maker.end,
  };
}
