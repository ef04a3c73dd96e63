/**
 * Reads an M3U file of channels or videos as a stream.
 *
 * `#EXTINF` opens an entry. Directives such as `#EXTGRP` add to that entry, or to the next one when they precede its
 * `#EXTINF`. The next line that is not a comment is the entry's URL. Unreadable lines are skipped and reported as
 * issues; nothing in a file makes the reader throw. Every `#EXTINF` and every URL without `#EXTINF` becomes exactly one
 * entry or one issue, so that the counts of entries and issues add up. The first bytes and lines reveal a file that is
 * not an M3U file.
 */
import { decodeLines, sniffEncoding, type Line } from './decode-lines.ts';
import {
  maxAddressLength,
  readHeaderPairs,
  setHeader,
  splitAddress,
  type RequestHeaders,
} from './address.ts';
import { readCatchup, readCatchupDefaults, type Catchup } from './catchup.ts';
import { readEntryLine, type EntryLine } from './entry-line.ts';

/** An entry of an M3U file: a name with its attributes, and the stream URL. */
export interface PlaylistEntry {
  /** The line number, from 1, of the `#EXTINF` line with which this entry of the M3U file begins. */
  lineNumber: number;
  title: string;
  /** The stream URL of the entry, without the request headers that M3U files append after `|`. */
  address: string;
  /** Whether browsers can play the scheme of the stream URL; false for rtmp, rtsp, udp, srt and mms. */
  isPlayable: boolean;
  headers: RequestHeaders;
  groups: string[];
  tvgId: string | undefined;
  logo: string | undefined;
  channelNumber: number | undefined;
  xuiId: string | undefined;
  durationSeconds: number | null;
  /** The archive of the channel; `undefined` where the M3U file says nothing about it. */
  catchup: Catchup | undefined;
}

/** Why a line of an M3U file gives no entry; the rest of the file is read all the same. */
export type IssueCode =
  | 'entry.without_address'
  | 'entry.unreadable'
  | 'entry.without_title'
  | 'address.without_entry'
  | 'address.invalid'
  | 'address.too_long'
  | 'line.too_long';

/** A line of an M3U file that gives no entry, by its number from 1. */
export interface PlaylistIssue {
  lineNumber: number;
  code: IssueCode;
}

/**
 * Why an uploaded file is refused as a whole: it is binary, a web page or an HLS media playlist, or it has no readable
 * M3U entry.
 */
export type RefusalReason = 'binary' | 'html' | 'media_playlist' | 'empty';

/**
 * What reading an M3U file gives, one after the other: entries, unreadable lines, the URLs of programme guides, or a
 * refusal of the whole file.
 */
export type PlaylistItem =
  | { type: 'entry'; entry: PlaylistEntry }
  | { type: 'issue'; issue: PlaylistIssue }
  | { type: 'guides'; addresses: string[] }
  | { type: 'refusal'; reason: RefusalReason };

/** The maximum number of programme-guide URLs that are read from the header line (`#EXTM3U`) of an M3U file. */
const maxGuides = 100;

/**
 * Reads an M3U file from top to bottom and yields, for each chunk of bytes, a batch of entries and of issues
 * (unreadable lines). A refusal of the whole file is always the last item; the refusal `empty` comes at the end of a
 * file without any readable entry.
 *
 * @param chunks - the file's bytes, in chunks of any size
 */
export async function* readPlaylist(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<PlaylistItem[]> {
  const source = chunks[Symbol.asyncIterator]();
  const first = await firstBytes(source);
  const encoding = sniffEncoding(first);
  if (encoding === 'binary') {
    yield [{ type: 'refusal', reason: 'binary' }];
    return;
  }
  const reader = createReader();
  for await (const lines of decodeLines(prepend(first, source), encoding)) {
    const items: PlaylistItem[] = [];
    for (const line of lines) {
      reader.read(line, items);
      if (reader.isRefused()) break;
    }
    if (items.length > 0) yield items;
    if (reader.isRefused()) return;
  }
  const last: PlaylistItem[] = [];
  reader.end(last);
  if (last.length > 0) yield last;
}

/**
 * Collects the first 4,096 bytes of an uploaded file, however small its chunks are: enough to detect the text encoding,
 * or that the file is binary.
 */
async function firstBytes(source: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let first = new Uint8Array(0);
  while (first.length < 4_096) {
    const next = await source.next();
    if (next.done === true) break;
    const joined = new Uint8Array(first.length + next.value.length);
    joined.set(first);
    joined.set(next.value, first.length);
    first = joined;
  }
  return first;
}

async function* prepend(first: Uint8Array, source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (first.length > 0) yield first;
  for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value;
}

interface OpenEntry extends EntryLine {
  lineNumber: number;
}

const entryStart = /^#EXTINF:/i;
const htmlStart = /^\s*<(?:!doctype|html|head|body|script|meta|\?xml|!--)/i;
const mediaPlaylistTag = /^#EXT-X-(?:TARGETDURATION|STREAM-INF|MEDIA-SEQUENCE)\b/i;
const optionLine = /^#EXTVLCOPT:\s*([a-z-]+)\s*=(.*)$/i;
const propertyLine = /^#KODIPROP:[^=]*(?:stream_headers|manifest_headers|common_headers)=(.*)$/i;

function issue(items: PlaylistItem[], lineNumber: number, code: IssueCode): void {
  items.push({ type: 'issue', issue: { lineNumber, code } });
}

function createReader() {
  let open: OpenEntry | undefined;
  let group = '';
  let headers: RequestHeaders = {};
  let catchupDefaults: ReadonlyMap<string, string> = new Map();
  let hasContent = false;
  let entries = 0;
  let isRefused = false;

  const closeWithoutAddress = (items: PlaylistItem[]): void => {
    if (open !== undefined) issue(items, open.lineNumber, 'entry.without_address');
    open = undefined;
  };
  const refuse = (items: PlaylistItem[], reason: RefusalReason): void => {
    isRefused = true;
    items.push({ type: 'refusal', reason });
  };

  function readDirective(line: string, lineNumber: number, items: PlaylistItem[]): void {
    if (entryStart.test(line)) {
      closeWithoutAddress(items);
      const entry = readEntryLine(line);
      if (entry === undefined) issue(items, lineNumber, 'entry.unreadable');
      else open = { ...entry, lineNumber };
      return;
    }
    const option = optionLine.exec(line);
    if (option !== null) setHeader(headers, option[1] ?? '', option[2] ?? '');
    const property = propertyLine.exec(line);
    if (property !== null) Object.assign(headers, readHeaderPairs(property[1] ?? ''));
    if (/^#EXTGRP:/i.test(line)) group = line.slice('#EXTGRP:'.length).trim();
    if (/^#EXTM3U\b/i.test(line)) catchupDefaults = readHeader(line, items);
    if (mediaPlaylistTag.test(line)) refuse(items, 'media_playlist');
  }

  function readAddress(line: string, lineNumber: number, items: PlaylistItem[]): void {
    const entry = open;
    const found = splitAddress(line);
    open = undefined;
    if (entry === undefined)
      issue(items, lineNumber, found === undefined ? 'address.invalid' : 'address.without_entry');
    else if (found === undefined) {
      issue(items, lineNumber, line.length > maxAddressLength ? 'address.too_long' : 'address.invalid');
    } else {
      const made = makeEntry(entry, found, { headers, group, catchupDefaults });
      if (made === undefined) issue(items, entry.lineNumber, 'entry.without_title');
      else {
        entries += 1;
        items.push({ type: 'entry', entry: made });
      }
    }
    headers = {};
    group = '';
  }

  return {
    isRefused: () => isRefused,
    read({ number, text }: Line, items: PlaylistItem[]): void {
      if (text === undefined) {
        open = undefined;
        issue(items, number, 'line.too_long');
        return;
      }
      const line = text.trim();
      if (line === '') return;
      if (!hasContent && htmlStart.test(line)) {
        refuse(items, 'html');
        return;
      }
      hasContent = true;
      if (line.startsWith('#')) readDirective(line, number, items);
      else if (!isRuler(line)) readAddress(line, number, items);
    },
    end(items: PlaylistItem[]): void {
      closeWithoutAddress(items);
      if (entries === 0) refuse(items, 'empty');
    },
  };
}

/** Whether a line of an M3U file is mere decoration between entries, such as `=====CINE=====`. */
function isRuler(line: string): boolean {
  return /^([=\-_*~.])\1{2,}/.test(line);
}

/**
 * Reads the header line of an M3U file. @returns the attributes about archives, which apply to all entries
 */
function readHeader(line: string, items: PlaylistItem[]): ReadonlyMap<string, string> {
  const attributes =
    readEntryLine(line.replace(/^#EXTM3U/i, '#EXTINF:'))?.attributes ?? new Map<string, string>();
  const text = attributes.get('url-tvg') ?? attributes.get('x-tvg-url') ?? '';
  const addresses = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => /^https?:\/\//i.test(part))
    .slice(0, maxGuides);
  if (addresses.length > 0) items.push({ type: 'guides', addresses });
  return readCatchupDefaults(attributes);
}

function makeEntry(
  open: OpenEntry,
  found: { address: string; headers: RequestHeaders },
  around: {
    headers: RequestHeaders;
    group: string;
    catchupDefaults: ReadonlyMap<string, string>;
  },
): PlaylistEntry | undefined {
  const read = (key: string): string | undefined => {
    const value = open.attributes.get(key);
    return value === undefined || value === '' ? undefined : value;
  };
  const title = open.title || read('tvg-name') || read('tvg-id');
  if (title === undefined) return undefined;
  const headers: RequestHeaders = {};
  setHeader(headers, 'user-agent', read('user-agent') ?? read('http-user-agent') ?? '');
  setHeader(headers, 'referrer', read('http-referrer') ?? read('referrer') ?? '');
  const number = read('tvg-chno');
  return {
    lineNumber: open.lineNumber,
    title,
    address: found.address,
    isPlayable: /^https?:/i.test(found.address),
    headers: Object.assign(headers, around.headers, found.headers),
    groups: splitGroups(read('group-title') ?? around.group),
    tvgId: read('tvg-id'),
    logo: read('tvg-logo'),
    channelNumber: number !== undefined && /^\d{1,6}$/.test(number) ? Number(number) : undefined,
    xuiId: read('xui-id'),
    durationSeconds: open.durationSeconds,
    catchup: readCatchup(open.attributes, around.catchupDefaults),
  };
}

function splitGroups(text: string): string[] {
  // Fast path: nearly every entry of an M3U file has one group, without `;`, and attributes were trimmed when they were
  // read.
  if (!text.includes(';')) return text === '' ? [] : [text];
  return text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
