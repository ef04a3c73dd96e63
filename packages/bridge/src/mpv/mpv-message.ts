import type { ExternalChange, ExternalTrack } from '../interface/external-player.ts';
import { isRecord } from '../base/is-record.ts';
import { readJson } from './mpv-commands.ts';

/** What mpv has written in one line of its JSON IPC, as far as it matters here. */
export type MpvMessage =
  | { kind: 'answer'; requestId: number; error: string | undefined; data: unknown }
  | MpvEvent;

/** What mpv reports by itself. */
export type MpvEvent =
  /** A file begins to be opened. */
  | { kind: 'start'; entry: number | undefined }
  /** The file that began last has been opened. */
  | { kind: 'loaded' }
  | { kind: 'end'; entry: number | undefined; reason: string; fileError: string }
  | { kind: 'time'; seconds: number }
  | { kind: 'change'; change: ExternalChange };

/** Reads a line of mpv's JSON IPC; `undefined` for what is unreadable or does not matter. */
export function readMpvMessage(line: string): MpvMessage | undefined {
  const message = readJson(line);
  if (!isRecord(message)) return undefined;
  const { event, error, request_id: requestId, data } = message;
  if (typeof requestId === 'number' && typeof error === 'string')
    return { kind: 'answer', requestId, error: error === 'success' ? undefined : error, data };
  switch (event) {
    case 'start-file':
      return { kind: 'start', entry: readNumber(message['playlist_entry_id']) };
    case 'file-loaded':
      return { kind: 'loaded' };
    case 'end-file':
      return {
        kind: 'end',
        entry: readNumber(message['playlist_entry_id']),
        reason: readText(message['reason']),
        fileError: readText(message['file_error']),
      };
    case 'property-change':
      return readProperty(message['name'], data);
    default:
      return undefined;
  }
}

function readProperty(name: unknown, data: unknown): MpvMessage | undefined {
  if (name === 'time-pos') {
    const seconds = readNumber(data);
    return seconds === undefined ? undefined : { kind: 'time', seconds: Math.max(0, seconds) };
  }
  const change = readChange(name, data);
  return change === undefined ? undefined : { kind: 'change', change };
}

function readChange(property: unknown, data: unknown): ExternalChange | undefined {
  switch (property) {
    case 'pause':
    case 'mute':
    case 'fullscreen':
    case 'eof-reached':
      return typeof data === 'boolean' ? { property, value: data } : undefined;
    case 'volume':
    case 'speed':
      return typeof data === 'number' ? { property, value: data } : undefined;
    case 'aid':
    case 'sid':
      return readChosenTrack(property, data);
    case 'duration':
      return { property, value: readNumber(data) };
    case 'track-list':
      return Array.isArray(data) ? { property, value: data.flatMap(readTrack) } : undefined;
    default:
      return undefined;
  }
}

/** mpv says `false` for no track at all. */
function readChosenTrack(property: 'aid' | 'sid', data: unknown): ExternalChange | undefined {
  if (typeof data === 'number') return { property, value: data };
  if (data === false || data === 'no') return { property, value: 'no' };
  return data === 'auto' ? { property, value: 'auto' } : undefined;
}

function readTrack(track: unknown): ExternalTrack[] {
  if (!isRecord(track)) return [];
  const { id, type: kind, title, lang, selected } = track;
  if (typeof id !== 'number' || (kind !== 'video' && kind !== 'audio' && kind !== 'sub')) return [];
  return [{ id, kind, title: readText(title), language: readText(lang), isSelected: selected === true }];
}

const readNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

const readText = (value: unknown): string => (typeof value === 'string' ? value : '');
