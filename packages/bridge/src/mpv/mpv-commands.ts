import { isRecord } from '../base/is-record.ts';

/*
 * The commands that mpv may get, and nothing else: mpv can run programs, write files and load scripts when it is asked
 * to. The desktop shell compares every line with the same list before it passes the line on, and the tables of
 * `test/player-messages.json` are read by the tests of both.
 */

/** A command of mpv's JSON IPC: its name and its arguments. */
export type MpvCommand = readonly [name: string, ...values: unknown[]];

export interface MpvVersion {
  major: number;
  minor: number;
}

/** The oldest version of mpv that is used: Debian 12's, the oldest with which the tests run. */
export const oldestMpv: MpvVersion = { major: 0, minor: 35 };

/** The version from which on `loadfile` has an index before its options. */
const loadfileWithIndex: MpvVersion = { major: 0, minor: 38 };

/** The properties of mpv that are observed, with a number for each, under which mpv reports their changes. */
export const observedProperties = [
  'time-pos',
  'pause',
  'volume',
  'mute',
  'aid',
  'sid',
  'fullscreen',
  'speed',
  'eof-reached',
  'track-list',
  'duration',
] as const;

/** The longest media address that is passed on, in characters; sealed addresses of the gateway have some hundreds. */
const longestAddress = 8192;
const longestTitle = 500;

/** The kinds of streams that are playlists of the server, whose addresses mpv has to request. */
const playlistKinds: readonly string[] = ['hls', 'dash'];

export const isAtLeast = (version: MpvVersion, other: MpvVersion): boolean =>
  version.major === other.major ? version.minor >= other.minor : version.major > other.major;

/**
 * Reads mpv's property `mpv-version`, such as `mpv 0.35.1` or `mpv v0.40.0-dirty`. A build from a development branch
 * names a commit only; it counts as the newest version.
 */
export function readMpvVersion(text: unknown): MpvVersion {
  const [, major, minor] = /(\d{1,9})\.(\d{1,9})/.exec(typeof text === 'string' ? text : '') ?? [];
  return major === undefined || minor === undefined
    ? { major: Number.MAX_SAFE_INTEGER, minor: 0 }
    : { major: Number(major), minor: Number(minor) };
}

/**
 * The command that plays an address from a position in seconds, in the form that a version of mpv understands.
 *
 * @param source.streamKind - what the server says that the stream is; `undefined` where it says nothing
 */
export function loadCommand(
  version: MpvVersion,
  url: string,
  { startTime, title, streamKind }: { startTime: number; title: string; streamKind?: string | undefined },
): MpvCommand {
  const start = Number.isFinite(startTime) && startTime > 0 ? { start: startTime.toFixed(3) } : {};
  // Half of a surrogate pair is no text that mpv could read; the cut may leave one.
  const name = title
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, longestTitle)
    .replaceAll(/\p{Cs}/gu, '');
  // mpv recognises playlists by their content and requests what they name. The server has rewritten the playlists that it
  // calls so; a film in which mpv finds one is a disguised playlist, with addresses of the provider's choice.
  const follows = streamKind !== undefined && playlistKinds.includes(streamKind) ? 'yes' : 'no';
  const options = { ...start, 'force-media-title': name, 'access-references': follows };
  return isAtLeast(version, loadfileWithIndex)
    ? ['loadfile', url, 'replace', -1, options]
    : ['loadfile', url, 'replace', options];
}

/**
 * Says why mpv may not get a media address; `undefined` when it may.
 *
 * @param origin - the origin of the server whose page this is, the only one from which mpv may play
 */
export function refuseAddress(address: string, origin: string): string | undefined {
  if (address.startsWith('-')) return 'an option';
  if (address.length > longestAddress) return 'too long';
  if (/[\s\p{Cc}\\]/u.test(address)) return 'characters';
  if (!URL.canParse(address)) return 'unreadable';
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'scheme';
  if (url.username !== '' || url.password !== '') return 'credentials';
  if (url.origin !== origin) return 'origin';
  // mpv and the browser may read an unusual spelling differently, and connect to different hosts.
  return url.href === address ? undefined : 'spelling';
}

/**
 * Says why mpv may not get a command; `undefined` when it may.
 *
 * @param origin - the origin of the server whose page this is
 */
export function refuseCommand(command: unknown, origin: string): string | undefined {
  if (!Array.isArray(command)) return 'no list';
  const [name, ...values] = command as unknown[];
  switch (name) {
    case 'loadfile':
      return refuseLoad(values, origin);
    case 'stop':
      return values.length === 0 ? undefined : 'arguments';
    case 'seek':
      return values.length === 2 && isPosition(values[0]) && values[1] === 'absolute'
        ? undefined
        : 'arguments';
    case 'set_property':
      return values.length === 2 && canSet(values[0], values[1]) ? undefined : 'property';
    case 'observe_property':
      return values.length === 2 && Number.isInteger(values[0]) && isObserved(values[1])
        ? undefined
        : 'property';
    case 'get_property':
      return values.length === 1 && values[0] === 'mpv-version' ? undefined : 'property';
    default:
      return 'command';
  }
}

/** Says why mpv may not get a line of JSON IPC; `undefined` when it may. */
export function refuseLine(line: string, origin: string): string | undefined {
  if (/[\r\n]/.test(line)) return 'several lines';
  const message = readJson(line);
  if (!isRecord(message)) return 'unreadable';
  const { command, request_id: requestId, ...others } = message;
  if (Object.keys(others).length > 0 || !Number.isInteger(requestId)) return 'fields';
  return refuseCommand(command, origin);
}

/** Parses JSON from outside; `undefined` when it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refuseLoad(values: readonly unknown[], origin: string): string | undefined {
  const [address, mode, ...rest] = values;
  const options = rest.length === 2 && rest[0] === -1 ? rest[1] : rest[0];
  if (typeof address !== 'string' || mode !== 'replace' || rest.length > 2) return 'arguments';
  if (rest.length === 2 && rest[0] !== -1) return 'arguments';
  if (!isRecord(options) || !Object.entries(options).every(isLoadOption)) return 'options';
  return refuseAddress(address, origin);
}

function isLoadOption([name, value]: [string, unknown]): boolean {
  if (typeof value !== 'string') return false;
  if (name === 'start') return /^\d{1,9}(?:\.\d{1,6})?$/.test(value);
  if (name === 'access-references') return value === 'yes' || value === 'no';
  return name === 'force-media-title' && value.length <= longestTitle && !/\p{Cc}/u.test(value);
}

const isPosition = (value: unknown): boolean =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

const isObserved = (name: unknown): boolean => observedProperties.some((property) => property === name);

function canSet(name: unknown, value: unknown): boolean {
  switch (name) {
    case 'pause':
    case 'mute':
    case 'fullscreen':
      return typeof value === 'boolean';
    case 'volume':
      return isPosition(value) && Number(value) <= 130;
    case 'speed':
      return isPosition(value) && Number(value) >= 0.1 && Number(value) <= 8;
    case 'time-pos':
      return isPosition(value);
    case 'aid':
    case 'sid':
      return value === 'auto' || value === 'no' || (Number.isInteger(value) && isPosition(value));
    default:
      return false;
  }
}
