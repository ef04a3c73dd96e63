/**
 * Makes the address at which the archive of a channel plays a programme, from the address of the channel and from what its
 * list says of the archive. Nothing is requested.
 *
 * Instants are UTC. Two forms have wall-clock times in the provider's zone, because its server reads them there: the
 * addresses of Xtream servers, and the specifiers `{Y}`, `{m}`, `{d}`, `{H}`, `{M}` and `{S}`. Timestamps with a form, such as
 * `{utc:YmdHM}`, are UTC as their name says.
 *
 * @see https://github.com/kodi-pvr/pvr.iptvsimple#catchup-format-specifiers
 * @see https://flussonic.com/doc/digital-video-recording-dvr/accessing-dvr-archives-via-various-protocols/
 */
import { hasInvalidHost, maxAddressLength } from './address.ts';
import { isInternal } from './describe-address.ts';
import type { Catchup, CatchupKind } from './catchup.ts';

/** A source of a channel with what its list says of the archive. */
export interface ArchivedSource extends Pick<Catchup, 'kind' | 'source' | 'days' | 'correctionHours'> {
  address: string;
  /** The IANA name of the provider's zone. */
  timeZone: string;
}

/** What is to be played of an archive. */
export interface ArchivedProgramme {
  startsAt: Date;
  endsAt: Date;
  /** From which instant of the programme on. */
  fromAt: Date;
  now: Date;
}

/** Where an archive plays, and the instant with which its media begin: servers of some kinds know whole minutes only. */
export interface ArchiveAddress {
  address: string;
  beginsAt: Date;
}

const minuteSeconds = 60;
const hourSeconds = 3_600;

/** The kinds whose address follows from that of the channel. */
const derivedKinds: ReadonlySet<CatchupKind> = new Set(['shift', 'fs', 'xc']);

/**
 * From which addresses of channels those of two kinds of archives follow: the names of files that Flussonic servers give to
 * channels, and paths that end in a user, a password and a stream, as on Xtream servers. The expressions mean the same in
 * Postgres, which decides with them for which channels there is an archive.
 */
export const archivedAddresses = {
  fs: /^[A-Za-z]+:\/\/[^/?#]+\/(?:[^?#]*\/)?(?:[^/?#]*\.(?:[Mm]3[Uu]8|[Tt][Ss])|mpegts)(?:[?#]|$)/,
  xc: /^[A-Za-z]+:\/\/[^/?#]+\/(?:[^?#]*\/)?[^/?#]+\/[^/?#]+\/[A-Za-z0-9_-]{1,40}(?:\.(?:ts|m3u8))?(?:[?#]|$)/,
} as const;

/**
 * The kind of an archive: lists leave it out where a template says everything, and where they only say for how many days
 * there is one, as `tvg-rec` does, which goes with `shift`. @returns `null` where no address can be made
 */
export function archiveKindOf({
  kind,
  source,
  days,
}: Pick<ArchivedSource, 'kind' | 'source' | 'days'>): CatchupKind | null {
  if (kind !== null) return derivedKinds.has(kind) || source !== null ? kind : null;
  if (source !== null) return 'default';
  return days === null ? null : 'shift';
}

/** @returns `undefined` where the list says nothing from which an address can be made */
export function archiveAddress(
  source: ArchivedSource,
  programme: ArchivedProgramme,
): ArchiveAddress | undefined {
  const kind = archiveKindOf(source);
  if (kind === null || !URL.canParse(source.address)) return undefined;
  // What plays as a film is whole: its player seeks in it.
  const fromAt = kind === 'vod' ? programme.startsAt : programme.fromAt;
  const isByMinute = kind === 'xc' && source.source === null;
  const beginsSeconds = secondsOf(fromAt, isByMinute ? minuteSeconds : 1);
  const correctionSeconds = Math.round((source.correctionHours ?? 0) * hourSeconds);
  const times: Times = {
    startSeconds: beginsSeconds + correctionSeconds,
    endSeconds: secondsOf(programme.endsAt, 1) + correctionSeconds,
    nowSeconds: secondsOf(programme.now, 1),
    timeZone: source.timeZone,
    isOver: programme.endsAt <= programme.now,
  };
  const address = writeAddress(kind, source, times);
  if (address === undefined || !mayBeAsked(address, source.address)) return undefined;
  return { address, beginsAt: new Date(beginsSeconds * 1_000) };
}

interface Times {
  startSeconds: number;
  endSeconds: number;
  nowSeconds: number;
  timeZone: string;
  isOver: boolean;
}

const secondsOf = (instant: Date, unitSeconds: number): number =>
  Math.floor(instant.getTime() / 1_000 / unitSeconds) * unitSeconds;

function writeAddress(
  kind: CatchupKind,
  { address, source: template }: ArchivedSource,
  times: Times,
): string | undefined {
  if (template !== null) {
    // Request headers behind a bar are those of the channel.
    const written = fill(template.split('|', 1)[0] ?? '', times);
    return kind !== 'append' && /^https?:\/\//i.test(written) ? written : append(address, written);
  }
  if (kind === 'shift') return append(address, fill('?utc={utc}&lutc={lutc}', times));
  if (kind === 'fs' && archivedAddresses.fs.test(address)) return flussonicAddress(address, times);
  return kind === 'xc' && archivedAddresses.xc.test(address) ? xtreamAddress(address, times) : undefined;
}

/** Appends a query or the rest of a path; lists write `?` also where the address of the channel has a query already. */
function append(address: string, more: string): string {
  if (!/^[?&]/.test(more)) return `${address}${more}`;
  return `${address}${address.includes('?') ? '&' : '?'}${more.slice(1)}`;
}

/**
 * An address may be requested when it is one of the web, or of this server's own media where the channel is one of them; an
 * account of ours may be named only where the channel's own address names it, because it is completed with a password.
 */
function mayBeAsked(address: string, channel: string): boolean {
  if (isInternal(channel)) return address.startsWith(channel);
  // Both are sealed into what the player requests, which has to be as short as if it had one address of the longest length.
  if (address.length + channel.length > maxAddressLength) return false;
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return false;
  return !hasInvalidHost(address) || new URL(address).origin === new URL(channel).origin;
}

/** A Flussonic server names the archive in the last part of the path: a time with a duration, or with `now`. */
function flussonicAddress(address: string, { startSeconds, endSeconds, isOver }: Times): string | undefined {
  const url = new URL(address);
  const folder = url.pathname.slice(0, url.pathname.lastIndexOf('/') + 1);
  const file = url.pathname.slice(folder.length);
  const durationSeconds = endSeconds - startSeconds;
  if (/\.m3u8$/i.test(file)) {
    const name = file.slice(0, -'.m3u8'.length);
    url.pathname = `${folder}${name}-${startSeconds}-${isOver ? durationSeconds : 'now'}.m3u8`;
  } else if (file === 'mpegts' || /\.ts$/i.test(file)) {
    const what = isOver ? `archive-${startSeconds}-${durationSeconds}` : `timeshift_abs-${startSeconds}`;
    url.pathname = `${folder}${what}.ts`;
  } else return undefined;
  return url.href;
}

/**
 * An Xtream server has the archive of `/live/USER/PASSWORD/12.ts`, or of `/USER/PASSWORD/12`, at
 * `/timeshift/USER/PASSWORD/MINUTES/YYYY-MM-DD:HH-MM/12.ts`, in the time of its own zone.
 */
function xtreamAddress(address: string, { startSeconds, endSeconds, timeZone }: Times): string | undefined {
  const url = new URL(address);
  const parts = url.pathname.slice(1).split('/');
  const [user = '', password = '', file = ''] = parts.slice(-3);
  const base = parts.slice(0, -3);
  if (base.at(-1) === 'live') base.pop();
  const [, id, extension = '.ts'] = /^([\w-]{1,40})(\.(?:ts|m3u8))?$/.exec(file) ?? [];
  if (user === '' || password === '' || id === undefined) return undefined;
  const minutes = Math.max(1, Math.ceil((endSeconds - startSeconds) / minuteSeconds));
  const { Y, m, d, H, M } = calendarOf(startSeconds, timeZone);
  const archive = ['timeshift', user, password, minutes, `${Y}-${m}-${d}:${H}-${M}`, `${id}${extension}`];
  url.pathname = `/${[...base, ...archive].join('/')}`;
  url.search = '';
  return url.href;
}

const calendarLetters = ['Y', 'm', 'd', 'H', 'M', 'S'] as const;
type Calendar = Record<(typeof calendarLetters)[number], string>;

/** The wall-clock time of an instant in a zone. */
function calendarOf(seconds: number, timeZone: string): Calendar {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(new Date(seconds * 1_000))
      .map(({ type, value }) => [type, value]),
  );
  const read = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  return {
    Y: read('year'),
    m: read('month'),
    d: read('day'),
    H: read('hour'),
    M: read('minute'),
    S: read('second'),
  };
}

const twoDigits = '2-digit' as const;
const formatOf = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: twoDigits,
    day: twoDigits,
    hour: twoDigits,
    minute: twoDigits,
    second: twoDigits,
  });

/** The timestamps of a template by their names. */
const timestamps: ReadonlyMap<string, 'startSeconds' | 'endSeconds' | 'nowSeconds'> = new Map([
  ['utc', 'startSeconds'],
  ['start', 'startSeconds'],
  ['utcend', 'endSeconds'],
  ['end', 'endSeconds'],
  ['lutc', 'nowSeconds'],
  ['now', 'nowSeconds'],
  ['timestamp', 'nowSeconds'],
]);

/** Fills the specifiers of a template; what is none of them stays as it is. */
function fill(template: string, times: Times): string {
  const local = calendarOf(times.startSeconds, times.timeZone);
  return template.replaceAll(
    /\$?\{([A-Za-z]{1,9})(?::([\w.:-]{1,32}))?\}/g,
    (specifier, name: string, argument: string | undefined) => {
      const timestamp = timestamps.get(name);
      if (timestamp !== undefined) return writeTimestamp(times[timestamp], argument);
      const letter = calendarLetters.find((known) => known === name);
      if (letter !== undefined && argument === undefined) return local[letter];
      if (name === 'duration') return divide(times.endSeconds - times.startSeconds, argument) ?? specifier;
      if (name === 'offset') return divide(times.nowSeconds - times.startSeconds, argument) ?? specifier;
      return specifier;
    },
  );
}

/** Writes a timestamp in seconds since 1970, or in a form such as `YmdHM`. */
function writeTimestamp(seconds: number, form: string | undefined): string {
  if (form === undefined) return String(seconds);
  const calendar = calendarOf(seconds, 'UTC');
  return form.replaceAll(/[YmdHMS]/g, (letter) => calendar[letter as keyof Calendar]);
}

/** Divides seconds by a whole number of them; players of Kodi's kind leave the rest out. */
function divide(seconds: number, divisor: string | undefined): string | undefined {
  if (divisor === undefined) return String(seconds);
  if (!/^[1-9]\d{0,5}$/.test(divisor)) return undefined;
  return String(Math.floor(seconds / Number(divisor)));
}
