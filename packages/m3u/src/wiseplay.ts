/**
 * Reads a list of Wiseplay (`.w3u`): a JSON object with `groups`, each of which has a `name` and `stations` or further
 * `groups`; a station has `name`, `url` and `image`. An array of stations alone is read too.
 *
 * Whether an object is a group shows when one of its arrays begins, and its name may follow its stations: these are held
 * until the name is known, too many are held, or too much was read since the first of them. The group of a station is
 * named by all groups around it, without the list itself, whose stations are not held.
 */
import { repairText } from '@butaca/titles';
import { readHeaderPairs, setHeader, type RequestHeaders } from './address.ts';
import { createItemMaker } from './found-entry.ts';
import type { PlaylistItem } from './playlist-item.ts';
import { createJsonScanner, JsonUnreadableError, type JsonHandler } from './scan-json.ts';

interface Station {
  lineNumber: number;
  name: string | undefined;
  address: string;
  logo: string | undefined;
  headers: RequestHeaders;
}

interface Frame {
  /** `item`: a group or a station · `groups`, `stations`: an array of these · `other`: what is not read. */
  kind: 'item' | 'groups' | 'stations' | 'headers' | 'other';
  lineNumber: number;
  /** The group that the value is in. */
  group: Frame | undefined;
  name?: string;
  url?: string;
  image?: string;
  headers: RequestHeaders;
  isGroup: boolean;
  isPage: boolean;
  isList: boolean;
  held: Station[];
}

/** The most stations of a group whose name is not known yet. */
const maxHeld = 2_000;
/**
 * The most characters of a list that are read while stations are held. Texts of stations may be parts of the pieces in
 * which the list came and keep these in memory, so whole pieces count, not only what is held of them.
 */
const maxHeldCharacters = 4 * 1_048_576;
const maxNameLength = 500;
const maxPathLength = 500;

const groupKeys: ReadonlySet<string> = new Set(['groups', 'group', 'categories']);
const stationKeys: ReadonlySet<string> = new Set(['stations', 'station', 'channels', 'samples']);

export async function* readWiseplay(pieces: AsyncIterable<string>): AsyncGenerator<PlaylistItem[]> {
  const maker = createItemMaker();
  let items: PlaylistItem[] = [];
  const handler = createHandler((station, group) => maker.add({ ...station, group }, items), maker.count);
  const scanner = createJsonScanner(handler);
  try {
    for await (const piece of pieces) {
      scanner.push(piece);
      handler.endPiece(piece.length);
      if (items.length === 0) continue;
      yield items;
      items = [];
    }
    scanner.end();
    maker.end(items);
  } catch (error) {
    if (!(error instanceof JsonUnreadableError)) throw error;
    items.push({ type: 'refusal', reason: error.reason });
  }
  yield items;
}

interface WiseplayHandler extends JsonHandler {
  /** Called when a piece of the list has been scanned. @param length - its length in characters */
  endPiece(length: number): void;
}

function createHandler(
  onStation: (station: Station, group: string) => void,
  onOther: (code: 'address.page' | 'address.list', lineNumber: number) => void,
): WiseplayHandler {
  const frames: Frame[] = [];
  let heldStations = 0;
  /** The length of the pieces that may have held stations. */
  let heldCharacters = 0;

  /** Gives on the stations of a group that were held. */
  function release(frame: Frame): void {
    if (frame.held.length === 0) return;
    const group = pathOf(frame);
    for (const station of frame.held) onStation(station, group);
    heldStations -= frame.held.length;
    if (heldStations === 0) heldCharacters = 0;
    frame.held = [];
  }

  function closeItem(item: Frame): void {
    const { lineNumber, name, url, image, headers, group } = item;
    if (item.isGroup) {
      release(item);
      return;
    }
    const isInGroups = frames.at(-1)?.kind === 'groups';
    if (url === undefined && name === undefined) return;
    if (url !== undefined && (item.isList || isInGroups)) onOther('address.list', lineNumber);
    else if (url !== undefined && item.isPage) onOther('address.page', lineNumber);
    else if (!isInGroups) {
      const station = { lineNumber, name, address: url ?? '', logo: image, headers };
      if (group === undefined) {
        onStation(station, '');
        return;
      }
      group.held.push(station);
      heldStations += 1;
      const isListItself = group.group === undefined;
      if (isListItself || group.name !== undefined || group.held.length > maxHeld) release(group);
    }
  }

  return {
    open(key, isArray, lineNumber) {
      const parent = frames.at(-1);
      const kind = kindOf(parent, key?.toLowerCase(), isArray);
      let group = parent?.group;
      if (parent?.kind === 'item' && (kind === 'groups' || kind === 'stations')) {
        parent.isGroup = true;
        group = parent;
      }
      frames.push({
        kind,
        lineNumber,
        group,
        headers: kind === 'headers' && parent !== undefined ? parent.headers : {},
        isGroup: false,
        isPage: false,
        isList: false,
        held: [],
      });
    },
    close() {
      const frame = frames.pop();
      if (frame?.kind === 'item') closeItem(frame);
    },
    value(key, value) {
      const frame = frames.at(-1);
      if (frame === undefined || key === undefined) return;
      if (frame.kind === 'headers') setHeader(frame.headers, key, value);
      else if (frame.kind === 'item') readField(frame, key.toLowerCase(), value);
    },
    endPiece(length) {
      if (heldStations === 0) return;
      heldCharacters += length;
      // Stations of outer groups come first, because they stand before the inner groups in the list.
      if (heldCharacters > maxHeldCharacters) for (const frame of frames) release(frame);
    },
  };
}

function kindOf(parent: Frame | undefined, key: string | undefined, isArray: boolean): Frame['kind'] {
  if (parent === undefined) return isArray ? 'stations' : 'item';
  if (parent.kind === 'groups' || parent.kind === 'stations') return isArray ? 'other' : 'item';
  if (parent.kind !== 'item' || key === undefined) return 'other';
  if (!isArray) return key === 'headers' ? 'headers' : 'other';
  if (groupKeys.has(key)) return 'groups';
  return stationKeys.has(key) ? 'stations' : 'other';
}

function readField(item: Frame, key: string, value: string): void {
  const isTrue = value === 'true' || value === '1';
  switch (key) {
    case 'name':
    case 'title':
      item.name ??= value.slice(0, maxNameLength);
      break;
    case 'url':
    case 'uri':
      item.url ??= value.trim();
      break;
    case 'image':
    case 'logo':
    case 'icon':
      item.image ??= value.trim();
      break;
    case 'ishost':
    case 'embed':
      item.isPage ||= isTrue;
      break;
    case 'import':
    case 'playlist':
      item.isList ||= isTrue;
      break;
    case 'headers':
      Object.assign(item.headers, readHeaderPairs(value));
      break;
    default:
      if (key === 'useragent') setHeader(item.headers, 'user-agent', value);
      else setHeader(item.headers, key, value);
  }
}

/** The names of a group and of those around it, but for the list itself. */
function pathOf(frame: Frame): string {
  const names: string[] = [];
  let length = 0;
  for (let each: Frame | undefined = frame; each?.group !== undefined; each = each.group) {
    // A group name is no list of groups, so its separators are replaced.
    const name = repairText(each.name ?? '').replaceAll(';', ',');
    length += name.length;
    if (length > maxPathLength) break;
    if (name !== '') names.unshift(name);
  }
  return names.join(' | ');
}
