import type { ForeignProgram, RequestHeaders } from './address.ts';
import type { Catchup } from './catchup.ts';

/** An entry of a list: a name with its attributes, and the stream URL. */
export interface PlaylistEntry {
  /** The line number, from 1, of the `#EXTINF` line with which this entry of the M3U file begins. */
  lineNumber: number;
  title: string;
  /** The stream URL of the entry, without the request headers that M3U files append after `|`. */
  address: string;
  /** Whether browsers can play the scheme of the stream URL; false for rtmp, rtsp, rtp, udp, srt and mms. */
  isPlayable: boolean;
  headers: RequestHeaders;
  groups: string[];
  /** The heading (`#### DEPORTES ####`) under which the entry stands, without its ornaments. */
  heading: string | undefined;
  tvgId: string | undefined;
  tvgName: string | undefined;
  /** What the list says that the entry is (`tvg-type`), such as `movie` or `series`. */
  statedType: string | undefined;
  logo: string | undefined;
  channelNumber: number | undefined;
  /** The part behind the dot of a sub-channel's number: 10 of `5.10`, which comes after `5.2`. */
  subChannelNumber: number | undefined;
  xuiId: string | undefined;
  durationSeconds: number | null;
  /** The archive of the channel; `undefined` where the M3U file says nothing about it. */
  catchup: Catchup | undefined;
}

/**
 * Why a line of a list gives no entry; the rest of the list is read all the same. `address.page`: the address is that of
 * a web page, out of which only Wiseplay makes a stream · `address.list`: the address is that of a further list ·
 * `address.receiver`: the entry names a broadcast or a file that only an Enigma2 receiver has.
 */
export type IssueCode =
  | 'entry.without_address'
  | 'entry.unreadable'
  | 'entry.without_title'
  | 'address.invalid'
  | `address.${ForeignProgram}`
  | 'address.too_long'
  | 'line.too_long'
  | 'address.page'
  | 'address.list'
  | 'address.receiver';

/** A line of a list that gives no entry, by its number from 1. */
export interface PlaylistIssue {
  lineNumber: number;
  code: IssueCode;
  /** How many entries the issue stands for, where a list has many of the same kind; the line is that of the first. */
  count?: number;
}

/**
 * Why a list is refused as a whole: it is binary, a compressed file, a web page or an HLS media playlist, it breaks off or
 * breaks the rules of its form, its groups are too deep in each other, all it names is in an Enigma2 receiver, or it has no
 * readable entry.
 */
export type RefusalReason =
  | 'binary'
  | 'packed'
  | 'html'
  | 'media_playlist'
  | 'damaged'
  | 'too_deep'
  | 'receiver'
  | 'empty';

/**
 * What reading a list gives, one after the other: entries, headings, unreadable lines, the URLs of programme guides, or a
 * refusal of the whole file.
 */
export type PlaylistItem =
  | { type: 'entry'; entry: PlaylistEntry }
  | { type: 'heading'; name: string }
  | { type: 'issue'; issue: PlaylistIssue }
  | { type: 'guides'; addresses: string[] }
  | { type: 'refusal'; reason: RefusalReason };
