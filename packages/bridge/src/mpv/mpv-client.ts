import type { Clock } from '../base/clock.ts';
import { createListeners } from '../base/listeners.ts';
import type { Undo } from '../interface/undo.ts';
import type { ExternalChange, ExternalEnd, ExternalSetting } from '../interface/external-player.ts';
import { loadCommand, refuseAddress, type MpvCommand } from './mpv-commands.ts';
import { refused, replaced, unplayable, unresponsive, type MpvFailure } from './mpv-failure.ts';
import type { MpvEvent } from './mpv-message.ts';
import { MpvProcess } from './mpv-process.ts';
import type { MpvTransport } from './mpv-transport.ts';
import { createTimeReports } from './time-reports.ts';

/*
 * Plays one address after the other in one process of mpv. mpv numbers what it plays (`playlist_entry_id`): the answer
 * to `loadfile` gives the number, and events with another number belong to something that was played before. mpv
 * answers a command before it reports what the command caused.
 */

export interface MpvClientOptions {
  transport: MpvTransport;
  /** The origin of the server whose page this is, the only one from which mpv may play. */
  origin: string;
  clock: Clock;
  /** How long mpv may take to answer a command, in milliseconds, before it counts as hanging. */
  answerMs?: number;
  /** How long mpv may take to open an address, in milliseconds; the server may have to convert the media first. */
  openingMs?: number;
}

/** What mpv is to play, from a position in seconds. */
export interface MpvSource {
  url: string;
  startTime: number;
  title: string;
  /** What the server says that the stream is, such as `hls`: only in its playlists mpv follows addresses. */
  streamKind?: string | undefined;
}

/** What mpv plays or opens. */
interface Playing {
  /** The number that mpv has given it; `undefined` until mpv has answered. */
  entry: number | undefined;
  isOpened: boolean;
  opened(): void;
  failed(failure: MpvFailure): void;
  /** Called when mpv has closed it, for whoever waits for that. */
  whenEnded: (() => void)[];
}

/** mpv, its requests and its events. Every request rejects with an `MpvFailure`. */
export class MpvClient {
  readonly #options: Required<MpvClientOptions>;
  readonly #process: MpvProcess;
  readonly #errors = createListeners<MpvFailure>();
  readonly #ends = createListeners<ExternalEnd>();
  readonly #changes = createListeners<ExternalChange>();
  readonly #times = createListeners<number>();
  readonly #reports;
  #playing: Playing | undefined;
  /** The number of what mpv has begun to open last. */
  #begun: number | undefined;
  /** Counts requests to play and to stop, so that a request that waits for mpv's start notices a later one. */
  #turn = 0;

  constructor(options: MpvClientOptions) {
    this.#options = { answerMs: 5000, openingMs: 60_000, ...options };
    this.#reports = createTimeReports(options.clock, this.#times.tell);
    this.#process = new MpvProcess({
      ...this.#options,
      onEvent: (event) => this.#take(event),
      onEnd: (failure, exitCode) => this.#takeExit(failure, exitCode),
    });
  }

  /** Starts mpv, unless it runs. */
  async open(): Promise<void> {
    await this.#process.open();
  }

  /** Plays an address instead of what plays; resolves when mpv has opened it. */
  async load(source: MpvSource): Promise<void> {
    const { origin, clock, openingMs } = this.#options;
    const url = URL.canParse(source.url) ? new URL(source.url).href : source.url;
    // Both spellings are checked: URLs are parsed leniently, and drop the line feeds that a text contains.
    if (refuseAddress(url, origin) !== undefined || /[\s\p{Cc}\\]/u.test(source.url)) throw refused();
    this.#turn += 1;
    const own = this.#turn;
    const version = await this.#process.open();
    if (own !== this.#turn) throw replaced();
    if (this.#playing !== undefined) this.#finish(this.#playing, replaced());
    this.#reports.reset();
    await new Promise<void>((opened, failed) => {
      const playing: Playing = { entry: undefined, isOpened: false, opened, failed, whenEnded: [] };
      this.#playing = playing;
      const stopTimer = clock.after(openingMs, () => {
        if (this.#playing === playing && !playing.isOpened) void this.#process.end(unresponsive());
      });
      playing.whenEnded.push(stopTimer);
      this.#process.send(loadCommand(version, url, source), {
        resolve: (data) => (playing.entry = readEntry(data)),
        reject: (failure) => this.#finish(playing, failure),
      });
    });
  }

  /** Stops what plays or is being opened; resolves when mpv has closed its connection. */
  async stop(): Promise<void> {
    this.#turn += 1;
    const playing = this.#playing;
    if (playing === undefined) return;
    const ended = new Promise<void>((resolve) => void playing.whenEnded.push(resolve));
    await this.#process.request(['stop']);
    // What mpv had not begun to open when it was stopped never begins, and mpv reports no end of it.
    if (this.#playing === playing && this.#begun !== playing.entry) this.#finish(playing, replaced());
    const { clock, answerMs } = this.#options;
    const stopTimer = clock.after(answerMs, () => void this.#process.end(unresponsive()));
    await ended;
    stopTimer();
  }

  /** Without effect where nothing plays. */
  seek(seconds: number): Promise<void> {
    return this.#requestWhilePlaying(['seek', Math.max(0, seconds), 'absolute']);
  }

  /** Without effect where nothing plays. */
  set({ property, value }: ExternalSetting): Promise<void> {
    return this.#requestWhilePlaying(['set_property', property, value]);
  }

  /** Ends the process. */
  async close(): Promise<void> {
    this.#turn += 1;
    await this.#process.end(replaced());
  }

  /** Whether something plays or is being opened. */
  isBusy(): boolean {
    return this.#playing !== undefined;
  }

  onTime(listener: (seconds: number) => void): Undo {
    return this.#times.add(listener);
  }

  onError(listener: (failure: MpvFailure) => void): Undo {
    return this.#errors.add(listener);
  }

  onEnd(listener: (end: ExternalEnd) => void): Undo {
    return this.#ends.add(listener);
  }

  onChange(listener: (change: ExternalChange) => void): Undo {
    return this.#changes.add(listener);
  }

  async #requestWhilePlaying(command: MpvCommand): Promise<void> {
    if (this.#playing !== undefined) await this.#process.request(command);
  }

  #take(event: MpvEvent): void {
    switch (event.kind) {
      case 'start':
        this.#begun = event.entry;
        return;
      case 'loaded':
        return this.#takeLoaded();
      case 'end':
        return this.#takeEnd(event);
      case 'time':
        if (this.#playing?.isOpened === true) this.#reports.add(event.seconds);
        return;
      case 'change':
        if (event.change.property === 'pause') this.#reports.flush();
        return this.#changes.tell(event.change);
    }
  }

  /** `file-loaded` has no number: it belongs to what began last, which may be something that was replaced since. */
  #takeLoaded(): void {
    const playing = this.#playing;
    if (playing?.entry === undefined || playing.entry !== this.#begun || playing.isOpened) return;
    playing.isOpened = true;
    playing.opened();
  }

  #takeEnd({ entry, reason, fileError }: Extract<MpvEvent, { kind: 'end' }>): void {
    const playing = this.#playing;
    if (playing?.entry === undefined || playing.entry !== entry) return;
    const tellError = (failure: MpvFailure): void => this.#finish(playing, failure, this.#errors.tell);
    const tellEnd = (end: ExternalEnd, failure: MpvFailure): void =>
      this.#finish(playing, failure, () => this.#ends.tell(end));
    switch (reason) {
      case 'eof':
        // Media of which nothing could be played also end, before they were opened.
        return tellEnd('ended', unplayable(''));
      case 'quit':
        return tellEnd('closed', replaced());
      case 'error':
        return tellError(unplayable(fileError));
      case 'redirect':
        // The address is a list of other addresses, which mpv goes on with although nobody has checked them.
        this.#process.request(['stop']).catch(() => {});
        return tellError(unplayable(''));
      default:
        return this.#finish(playing, replaced());
    }
  }

  #takeExit(failure: MpvFailure, exitCode: number | undefined): void {
    const playing = this.#playing;
    if (playing === undefined) return;
    // Exit code 0: the person has closed the window.
    if (exitCode === 0) this.#finish(playing, failure, () => this.#ends.tell('closed'));
    else this.#finish(playing, failure, failure.code === 'replaced' ? undefined : this.#errors.tell);
  }

  /**
   * Ends what plays or is being opened.
   *
   * @param failure - for whoever waits until it is opened
   * @param tell - called where it was opened before
   */
  #finish(playing: Playing, failure: MpvFailure, tell?: (failure: MpvFailure) => void): void {
    if (this.#playing === playing) this.#playing = undefined;
    this.#reports.flush();
    playing.failed(failure);
    for (const listener of playing.whenEnded) listener();
    if (playing.isOpened) tell?.(failure);
  }
}

/** The number of what mpv plays next, in its answer to `loadfile`. */
function readEntry(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null || !('playlist_entry_id' in data)) return undefined;
  return typeof data.playlist_entry_id === 'number' ? data.playlist_entry_id : undefined;
}
