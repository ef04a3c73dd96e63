/**
 * Reads a bouquet of an Enigma2 receiver (`userbouquet.*.tv`).
 *
 * `#NAME` names the bouquet. `#SERVICE` opens an entry of ten fields with `:` between them (the type, flags, and what
 * identifies a broadcast), after which a stream has its address, with `%3a` for `:`, and its name. `#DESCRIPTION` behind
 * it names the entry again. A service with the flag 64 is a heading over what follows. Services without an address
 * (broadcasts, files of the receiver, other bouquets) are counted.
 *
 * @see https://wiki.openpli.org/Service_Reference
 */
import { readHeading, repairText } from '@butaca/titles';
import { readHeaderPairs, type RequestHeaders } from './address.ts';
import { createItemMaker } from './found-entry.ts';
import { trimLine, type LineReader } from './line-reader.ts';
import type { PlaylistItem } from './playlist-item.ts';

const directive = /^#(NAME|SERVICE|DESCRIPTION)\b:?\s{0,10}(.*)$/i;
const serviceFields = 10;
const markerFlag = 64;
const scheme = /^[a-z][a-z0-9+.-]{1,15}:\/\//i;
const encodedScheme = /^[a-z][a-z0-9+.-]{1,15}%3a/i;

/** Whether a line is one that only bouquets have. */
export const isBouquetLine = (line: string): boolean => /^#(?:NAME|SERVICE)\b/i.test(line);

interface Service {
  lineNumber: number;
  isMarker: boolean;
  address: string | undefined;
  headers: RequestHeaders;
  name: string;
}

export function createBouquetReader(): LineReader {
  const maker = createItemMaker();
  let group: string | undefined;
  let heading: string | undefined;
  let open: Service | undefined;

  function close(items: PlaylistItem[]): void {
    const service = open;
    open = undefined;
    if (service === undefined) return;
    const { lineNumber, address, headers, name } = service;
    if (service.isMarker) {
      const title = readHeading(name) ?? repairText(name);
      heading = title === '' ? undefined : title;
      if (heading !== undefined) items.push({ type: 'heading', name: heading });
    } else if (address === undefined) maker.count('address.receiver', lineNumber);
    // The section of a channel is the heading over it; without headings it is the bouquet.
    else maker.add({ lineNumber, name, address, headers, group: heading ?? group, heading }, items);
  }

  return {
    isRefused: () => false,
    read({ number: lineNumber, text }, items) {
      if (text === undefined) {
        close(items);
        items.push({ type: 'issue', issue: { lineNumber, code: 'line.too_long' } });
        return;
      }
      const [, key = '', written = ''] = directive.exec(trimLine(text)) ?? [];
      switch (key.toUpperCase()) {
        case 'NAME':
          group = repairText(written);
          break;
        case 'SERVICE':
          close(items);
          open = readService(written, lineNumber);
          break;
        case 'DESCRIPTION':
          if (open !== undefined && written.trim() !== '') open.name = written.trim();
          break;
        default:
      }
    },
    end(items) {
      close(items);
      maker.end(items);
    },
  };
}

function readService(written: string, lineNumber: number): Service {
  let at = 0;
  for (let field = 0; field < serviceFields && at !== -1; field += 1) {
    const colon = written.indexOf(':', at);
    at = colon === -1 ? -1 : colon + 1;
  }
  const rest = at === -1 ? '' : written.slice(at);
  const flags = Number(written.split(':', 2)[1]);
  const { path, name } = splitPath(rest);
  const address = decodePath(path);
  return {
    lineNumber,
    isMarker: (flags & markerFlag) !== 0,
    name,
    ...(scheme.test(address) ? splitOptions(address) : { address: undefined, headers: {} }),
  };
}

/** Splits the path of a service from its name, which are separated by the last `:` where the path has `:` of its own. */
function splitPath(rest: string): { path: string; name: string } {
  if (!scheme.test(rest)) {
    const colon = rest.indexOf(':');
    return colon === -1
      ? { path: rest, name: '' }
      : { path: rest.slice(0, colon), name: rest.slice(colon + 1).trim() };
  }
  const colon = rest.lastIndexOf(':');
  const name = rest.slice(colon + 1).trim();
  return name.includes('/') || /^\d{1,5}$/.test(name)
    ? { path: rest, name: '' }
    : { path: rest.slice(0, colon), name };
}

/** Decodes the address of a service. Some programs encode only the colons of an address, others all of it. */
function decodePath(path: string): string {
  if (!encodedScheme.test(path)) return path.trim();
  const isEncodedWhole = /%(?:25|2f)/i.test(path);
  if (isEncodedWhole) {
    try {
      return decodeURIComponent(path).trim();
    } catch {
      // Only the colons are encoded after all.
    }
  }
  return path.replace(/%3a/gi, ':').trim();
}

/** Splits the request headers from an address, which receivers write as `#User-Agent=…&Referer=…`. */
function splitOptions(address: string): { address: string; headers: RequestHeaders } {
  const hash = address.indexOf('#');
  if (hash === -1 || !address.includes('=', hash)) return { address, headers: {} };
  return { address: address.slice(0, hash), headers: readHeaderPairs(address.slice(hash + 1)) };
}
