/**
 * Reads an M3U file of channels or videos as a stream.
 *
 * `#EXTINF` opens an entry. Directives with headers add to that entry, or to the next one when they precede its
 * `#EXTINF`; `#EXTGRP` between `#EXTINF` and the URL names the group of that entry alone, elsewhere the group of all
 * entries until the next `#EXTGRP`. The next line that is a URL ends the entry; what stands between is the rest of an
 * `#EXTINF` line that a line break has torn. A URL without `#EXTINF` is an entry named after its path. An entry whose
 * name is ruled on both sides is a heading over what follows.
 *
 * Unreadable lines are skipped and reported as issues; nothing in a file makes the reader throw. Every `#EXTINF` and
 * every URL without `#EXTINF` becomes exactly one entry, heading or issue, so that the counts add up. The first bytes and
 * lines reveal a file that is not an M3U file.
 */
import { isBareRuler, readHeading, repairText, saysNone } from '@butaca/titles';
import { decodeLines, sniffEncoding, type Line } from './decode-lines.ts';
import {
  addressIssueOf,
  foreignProgramOf,
  maxAddressLength,
  readHeaderObject,
  readHeaderPairs,
  setHeader,
  splitAddress,
  type RequestHeaders,
} from './address.ts';
import { nameOfAddress } from './bare-address.ts';
import { readCatchup, readCatchupDefaults } from './catchup.ts';
import { readChannelNumber } from './channel-number.ts';
import { readEntryLine, type EntryLine } from './entry-line.ts';
import { readGroups } from './entry-groups.ts';
import { mendLogo } from './logo-address.ts';
import { readLines, trimLine, type LineReader } from './line-reader.ts';
import { peekBytes } from './peek-bytes.ts';
import type { IssueCode, PlaylistEntry, PlaylistItem, RefusalReason } from './playlist-item.ts';

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
  const { first, all, close } = await peekBytes(chunks);
  const encoding = sniffEncoding(first);
  if (encoding === 'binary') {
    await close();
    yield [{ type: 'refusal', reason: 'binary' }];
    return;
  }
  yield* readLines(decodeLines(all, encoding), createReader());
}

interface OpenEntry extends EntryLine {
  lineNumber: number;
  line: string;
  /** The offset in its line behind the directive's name. */
  at: number;
  /** The lines after it that may be the rest of its line, with the number of the first. */
  rest: string[];
  restNumber: number;
}

/** The most lines over which one `#EXTINF` line is torn. */
const maxTornLines = 8;

const directive = /^#\s{0,20}(EXTINF|EXTGRP|EXTM3U)(?![A-Z])\s{0,20}:?/i;
const bareEntryStart = /^EXTINF\s{0,20}:/i;
const htmlStart = /^\s*<(?:!doctype|html|head|body|script|meta|\?xml|!--)/i;
const mediaPlaylistTag = /^#EXT-X-(?:TARGETDURATION|STREAM-INF|MEDIA-SEQUENCE)\b/i;
const optionLine = /^#EXTVLCOPT:\s*([a-z-]+)\s*=(.*)$/i;
const propertyLine = /^#KODIPROP:[^=]*(?:stream_headers|manifest_headers|common_headers)=(.*)$/i;
const headerObjectLine = /^#EXTHTTP:(.*)$/i;
const addressBehindTitle = /\s(?:https?|rtmp|rtsp|udp):\/\//i;
const anyQuote = /["'“”„‘’]/;

function issue(items: PlaylistItem[], lineNumber: number, code: IssueCode): void {
  items.push({ type: 'issue', issue: { lineNumber, code } });
}

/** What the lines before an entry say about it. */
interface Surroundings {
  headers: RequestHeaders;
  group: string;
  heading: string | undefined;
  catchupDefaults: ReadonlyMap<string, string>;
}

function createReader(): LineReader {
  let open: OpenEntry | undefined;
  let blockGroup = '';
  let entryGroup: string | undefined;
  let heading: string | undefined;
  let headers: RequestHeaders = {};
  let catchupDefaults: ReadonlyMap<string, string> = new Map();
  /** Whether the line of the entry before the next address could not be read, so that the address has no name. */
  let isLost = false;
  let hasContent = false;
  let entries = 0;
  let isRefused = false;

  const refuse = (items: PlaylistItem[], reason: RefusalReason): void => {
    isRefused = true;
    items.push({ type: 'refusal', reason });
  };

  /** Ends an entry after which no address has come. */
  function closeWithoutAddress(items: PlaylistItem[]): void {
    const entry = open;
    if (entry === undefined) return;
    const at = entry.title.search(addressBehindTitle);
    const found = at === -1 ? undefined : splitAddress(entry.title.slice(at));
    if (found !== undefined) closeEntry({ ...entry, title: entry.title.slice(0, at).trim() }, found, items);
    else if (!takeHeading(entry.title, items)) {
      if (entry.rest.length === 0) issue(items, entry.lineNumber, 'entry.without_address');
      else {
        issue(items, entry.restNumber, 'address.invalid');
        headers = {};
      }
    }
    entryGroup = undefined;
    open = undefined;
  }

  /** Whether a name is a heading, which then stands over what follows. */
  function takeHeading(title: string, items: PlaylistItem[]): boolean {
    const name = readHeading(title);
    if (name === undefined) {
      // A ruler without a name divides the list, and what follows is still under the same heading.
      if (!isBareRuler(title)) return false;
      items.push({ type: 'heading', name: heading ?? '' });
      return true;
    }
    heading = name;
    items.push({ type: 'heading', name });
    return true;
  }

  function closeEntry(
    entry: Pick<OpenEntry, 'lineNumber' | 'attributes' | 'durationSeconds' | 'title'>,
    found: { address: string; headers: RequestHeaders },
    items: PlaylistItem[],
  ): void {
    if (!takeHeading(entry.title, items)) {
      const group = entryGroup ?? blockGroup;
      const made = makeEntry(entry, found, { headers, group, heading, catchupDefaults });
      if (made === undefined) issue(items, entry.lineNumber, 'entry.without_title');
      else {
        entries += 1;
        items.push({ type: 'entry', entry: made });
      }
    }
    headers = {};
    entryGroup = undefined;
  }

  function openEntry(line: string, at: number, lineNumber: number, items: PlaylistItem[]): void {
    closeWithoutAddress(items);
    const entry = readEntryLine(line, at);
    isLost = entry === undefined;
    if (entry === undefined) issue(items, lineNumber, 'entry.unreadable');
    else {
      // The properties are named one by one because spreading an object costs as much as reading its line.
      const { durationSeconds, attributes, title, isTorn } = entry;
      open = { durationSeconds, attributes, title, isTorn, lineNumber, line, at, rest: [], restNumber: 0 };
    }
  }

  function readDirective(line: string, lineNumber: number, items: PlaylistItem[]): void {
    const known = directive.exec(line);
    const at = known?.[0].length ?? 0;
    const name = known?.[1]?.toUpperCase();
    if (name === 'EXTINF') {
      openEntry(line, at, lineNumber, items);
      return;
    }
    if (name === 'EXTM3U') catchupDefaults = readHeader(line, at, items);
    else if (name === 'EXTGRP') {
      const group = line.slice(at).trim();
      if (open === undefined) blockGroup = group;
      else entryGroup = group;
    } else if (line.startsWith('#EXT') || line.startsWith('#ext') || /^#kodiprop/i.test(line)) {
      const option = optionLine.exec(line);
      if (option !== null) setHeader(headers, option[1] ?? '', option[2] ?? '');
      const property = propertyLine.exec(line);
      if (property !== null) Object.assign(headers, readHeaderPairs(property[1] ?? ''));
      const headerObject = headerObjectLine.exec(line);
      if (headerObject !== null) Object.assign(headers, readHeaderObject(headerObject[1] ?? ''));
      if (mediaPlaylistTag.test(line)) refuse(items, 'media_playlist');
    } else if (open === undefined) takeHeading(line, items);
  }

  function readAddress(line: string, lineNumber: number, items: PlaylistItem[]): void {
    const entry = open;
    const found = splitAddress(line);
    if (entry !== undefined && isRestOf(entry, line, found)) {
      if (entry.rest.length === 0) entry.restNumber = lineNumber;
      entry.rest.push(line);
      return;
    }
    open = undefined;
    if (entry === undefined && isLost) {
      isLost = false;
      headers = {};
      entryGroup = undefined;
      return;
    }
    if (found === undefined) {
      issue(items, lineNumber, addressIssueOf(line));
      headers = {};
      entryGroup = undefined;
    } else if (entry === undefined) {
      const title = nameOfAddress(found.address);
      closeEntry({ lineNumber, attributes: new Map(), durationSeconds: null, title }, found, items);
    } else closeEntry(joinTorn(entry) ?? entry, found, items);
  }

  return {
    isRefused: () => isRefused,
    read({ number, text }: Line, items: PlaylistItem[]): void {
      if (text === undefined) {
        isLost = open === undefined;
        open = undefined;
        issue(items, number, 'line.too_long');
        return;
      }
      const line = trimLine(text);
      if (line === '') return;
      if (!hasContent && htmlStart.test(line)) {
        refuse(items, 'html');
        return;
      }
      hasContent = true;
      if (line.startsWith('#')) readDirective(line, number, items);
      else if (bareEntryStart.test(line)) openEntry(line, line.indexOf(':') + 1, number, items);
      else if (!isRuler(line)) readAddress(line, number, items);
      else if (open === undefined) takeHeading(line, items);
    },
    end(items: PlaylistItem[]): void {
      closeWithoutAddress(items);
      if (entries === 0) refuse(items, 'empty');
    },
  };
}

/** Whether a line is the rest of an `#EXTINF` line that a line break has torn, not the address of its entry. */
function isRestOf(entry: OpenEntry, line: string, found: unknown): boolean {
  if (entry.rest.length >= maxTornLines || line.length > maxAddressLength) return false;
  if (entry.isTorn && entry.rest.length === 0 && anyQuote.test(line)) return true;
  return found === undefined && foreignProgramOf(line) === undefined && !line.includes('://');
}

/** Reads an `#EXTINF` line again with the lines that were torn off it. */
function joinTorn(entry: OpenEntry): OpenEntry | undefined {
  if (entry.rest.length === 0) return entry;
  const read = readEntryLine([entry.line, ...entry.rest].join(' '), entry.at);
  return read === undefined ? undefined : { ...entry, ...read };
}

/** Whether a line of an M3U file is mere decoration between entries, such as `=====CINE=====`. */
function isRuler(line: string): boolean {
  return /^([=\-_*~.])\1{2,}/.test(line);
}

/**
 * Reads the header line of an M3U file.
 *
 * @param at - the offset behind the directive's name
 * @returns the attributes about archives, which apply to all entries
 */
function readHeader(line: string, at: number, items: PlaylistItem[]): ReadonlyMap<string, string> {
  const attributes = readEntryLine(line, at)?.attributes ?? new Map<string, string>();
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
  open: Pick<OpenEntry, 'lineNumber' | 'attributes' | 'durationSeconds' | 'title'>,
  found: { address: string; headers: RequestHeaders },
  around: Surroundings,
): PlaylistEntry | undefined {
  const read = (key: string): string | undefined => {
    const value = open.attributes.get(key);
    return value === undefined || value === '' ? undefined : value;
  };
  const readSome = (key: string): string | undefined => {
    const value = read(key);
    return value === undefined || saysNone(value) ? undefined : repairText(value);
  };
  const tvgName = readSome('tvg-name');
  const tvgId = readSome('tvg-id');
  const title = repairText(open.title) || tvgName || tvgId;
  if (title === undefined) return undefined;
  const headers: RequestHeaders = {};
  setHeader(headers, 'user-agent', read('user-agent') ?? read('http-user-agent') ?? '');
  setHeader(headers, 'referrer', read('http-referrer') ?? read('referrer') ?? '');
  const number = readChannelNumber(read('tvg-chno'));
  return {
    lineNumber: open.lineNumber,
    title,
    address: found.address,
    isPlayable: /^https?:/i.test(found.address),
    headers: Object.assign(headers, around.headers, found.headers),
    groups: readGroups(read('group-title') ?? around.group),
    heading: around.heading,
    tvgId,
    tvgName,
    statedType: readSome('tvg-type'),
    logo: mendLogo(readSome('tvg-logo')),
    channelNumber: number?.number,
    subChannelNumber: number?.subNumber,
    xuiId: read('xui-id'),
    durationSeconds: open.durationSeconds,
    catchup: readCatchup(open.attributes, around.catchupDefaults),
  };
}
