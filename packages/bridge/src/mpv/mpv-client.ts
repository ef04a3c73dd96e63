import type { Undo } from '../bridge.ts';
import type { Clock } from '../clock.ts';
import type { ExternalChange, ExternalEnd, ExternalSetting } from '../external-player.ts';
import { createListeners } from '../listeners.ts';
import {
  isAtLeast,
  loadCommand,
  observedProperties,
  oldestMpv,
  readMpvVersion,
  refuseAddress,
  refuseCommand,
  type MpvCommand,
  type MpvVersion,
} from './mpv-commands.ts';
import {
  died,
  MpvFailure,
  notDone,
  refused,
  replaced,
  tooOld,
  unplayable,
  unresponsive,
} from './mpv-failure.ts';
import { readMpvMessage, type MpvMessage } from './mpv-message.ts';
import type { MpvTransport } from './mpv-transport.ts';
import { createTimeReports } from './time-reports.ts';

/*
 * Speaks mpv's JSON IPC: https://mpv.io/manual/stable/#json-ipc. Each command carries a number, `request_id`, and mpv's
 * answer carries the same number. One process is started by the first use and plays one address after the other. mpv
 * numbers what it plays (`playlist_entry_id`): the answer to `loadfile` gives the number, and events with another
 * number belong to something that was played before. mpv answers a command before it reports what the command caused.
 * When mpv does not answer in time, it is ended, and the next use starts it again.
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

/** A process of mpv, its commands and its events. Every call rejects with an `MpvFailure`. */
export interface MpvClient {
  /** Starts mpv, unless it runs. */
  open(): Promise<void>;
  /** Plays an address instead of what plays; resolves when mpv has opened it. */
  load(source: { url: string; startTime: number; title: string }): Promise<void>;
  /** Stops what plays or is being opened; resolves when mpv has closed its connection. */
  stop(): Promise<void>;
  seek(seconds: number): Promise<void>;
  set(setting: ExternalSetting): Promise<void>;
  /** Ends the process. */
  close(): Promise<void>;
  /** Whether something plays or is being opened. */
  isBusy(): boolean;
  onTime(listener: (seconds: number) => void): Undo;
  onError(listener: (failure: MpvFailure) => void): Undo;
  onEnd(listener: (end: ExternalEnd) => void): Undo;
  onChange(listener: (change: ExternalChange) => void): Undo;
}

interface PendingRequest {
  /** Called while the line with the answer is read, before mpv's next line. */
  resolve(data: unknown): void;
  reject(failure: MpvFailure): void;
  stopTimer: () => void;
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

export function createMpvClient(options: MpvClientOptions): MpvClient {
  const { transport, origin, clock, answerMs = 5000, openingMs = 60_000 } = options;
  const errors = createListeners<MpvFailure>();
  const ends = createListeners<ExternalEnd>();
  const changes = createListeners<ExternalChange>();
  const times = createListeners<number>();
  const reports = createTimeReports(clock, times.tell);
  const pending = new Map<number, PendingRequest>();
  let lastRequestId = 0;
  let process: Promise<MpvVersion> | undefined;
  /** Settles when the process that is being ended is gone. */
  let ending: Promise<void> | undefined;
  let playing: Playing | undefined;
  /** Number of what mpv has begun to open last. */
  let started: number | undefined;
  /** Counts requests to play and to stop, so that a request that waits for mpv's start notices a later one. */
  let turn = 0;

  transport.onLine((line) => {
    const message = readMpvMessage(line);
    if (message !== undefined) take(message);
  });
  transport.onExit((exitCode) => {
    // Exit code 0: the person has closed the window, and mpv has said so in `end-file`, or nothing was playing.
    if (exitCode === 0 && playing?.isOpened === true) finish(playing, () => ends.tell('closed'));
    process = undefined;
    lose(died(exitCode));
  });

  return {
    open: async () => void (await open()),
    load,
    stop,
    seek: (seconds) => whilePlaying(['seek', Math.max(0, seconds), 'absolute']),
    set: ({ property, value }) => whilePlaying(['set_property', property, value]),
    async close() {
      turn += 1;
      await end(replaced());
    },
    isBusy: () => playing !== undefined,
    onTime: times.add,
    onError: errors.add,
    onEnd: ends.add,
    onChange: changes.add,
  };

  function open(): Promise<MpvVersion> {
    if (process !== undefined) return process;
    const started = start();
    process = started;
    started.catch(() => {
      if (process === started) process = undefined;
    });
    return started;
  }

  async function start(): Promise<MpvVersion> {
    await ending;
    await transport.open();
    try {
      const version = readMpvVersion(await request(['get_property', 'mpv-version']));
      if (!isAtLeast(version, oldestMpv)) throw tooOld();
      await Promise.all(
        observedProperties.map((property, index) => request(['observe_property', index + 1, property])),
      );
      return version;
    } catch (failure) {
      await endProcess();
      throw failure;
    }
  }

  async function load(source: { url: string; startTime: number; title: string }): Promise<void> {
    const url = URL.canParse(source.url) ? new URL(source.url).href : source.url;
    // Both spellings are checked: a browser repairs a text with line feeds, and a person is told that it is none.
    if (refuseAddress(url, origin) !== undefined || /[\s\p{Cc}\\]/u.test(source.url)) throw refused();
    turn += 1;
    const own = turn;
    const version = await open();
    if (own !== turn) throw replaced();
    if (playing !== undefined) finish(playing, () => {}, replaced());
    reports.reset();
    await new Promise<void>((resolve, reject) => {
      const opening: Playing = {
        entry: undefined,
        isOpened: false,
        opened: resolve,
        failed: reject,
        whenEnded: [],
      };
      playing = opening;
      const stopTimer = clock.after(openingMs, () => {
        if (playing === opening && !opening.isOpened) void end(unresponsive());
      });
      opening.whenEnded.push(stopTimer);
      send(loadCommand(version, url, source), {
        resolve: (data) => (opening.entry = readEntry(data)),
        reject: (failure) => finish(opening, () => {}, failure),
      });
    });
  }

  async function stop(): Promise<void> {
    turn += 1;
    const stopped = playing;
    if (stopped === undefined) return;
    const ended = new Promise<void>((resolve) => void stopped.whenEnded.push(resolve));
    await request(['stop']);
    // What mpv had not begun to open when it was stopped never begins, and mpv reports no end of it.
    if (playing === stopped && started !== stopped.entry) finish(stopped, () => {});
    const stopTimer = clock.after(answerMs, () => void end(unresponsive()));
    await ended;
    stopTimer();
  }

  async function whilePlaying(command: MpvCommand): Promise<void> {
    if (playing !== undefined) await request(command);
  }

  function request(command: MpvCommand): Promise<unknown> {
    return new Promise((resolve, reject) => send(command, { resolve, reject }));
  }

  function send(
    command: MpvCommand,
    { resolve, reject }: { resolve: (data: unknown) => void; reject: (failure: MpvFailure) => void },
  ): void {
    if (refuseCommand(command, origin) !== undefined) {
      reject(refused());
      return;
    }
    lastRequestId += 1;
    const requestId = lastRequestId;
    const stopTimer = clock.after(answerMs, () => void end(unresponsive()));
    pending.set(requestId, { resolve, reject, stopTimer });
    transport.send(JSON.stringify({ command, request_id: requestId })).catch((error: unknown) => {
      settle(requestId, ({ reject }) => reject(error instanceof MpvFailure ? error : died()));
    });
  }

  function settle(requestId: number, how: (request: PendingRequest) => void): void {
    const request = pending.get(requestId);
    if (request === undefined) return;
    pending.delete(requestId);
    request.stopTimer();
    how(request);
  }

  function take(message: MpvMessage): void {
    switch (message.kind) {
      case 'answer':
        return settle(message.requestId, ({ resolve, reject }) =>
          message.error === undefined ? resolve(message.data) : reject(notDone()),
        );
      case 'start':
        started = message.entry;
        return;
      case 'loaded':
        return takeLoaded();
      case 'end':
        return takeEnd(message);
      case 'time':
        if (playing?.isOpened === true) reports.add(message.seconds);
        return;
      case 'change':
        if (message.change.property === 'pause') reports.flush();
        return changes.tell(message.change);
    }
  }

  /** `file-loaded` has no number: it belongs to what began last, which may be something that was replaced since. */
  function takeLoaded(): void {
    if (playing?.entry === undefined || playing.entry !== started || playing.isOpened) return;
    playing.isOpened = true;
    playing.opened();
  }

  function takeEnd({ entry, reason, fileError }: Extract<MpvMessage, { kind: 'end' }>): void {
    if (playing === undefined || playing.entry === undefined || playing.entry !== entry) return;
    const wasOpened = playing.isOpened;
    switch (reason) {
      case 'eof':
        // A file of which nothing could be played also ends, before it was opened.
        return finish(playing, () => wasOpened && ends.tell('ended'), unplayable(''));
      case 'error': {
        const failure = unplayable(fileError);
        return finish(playing, () => wasOpened && errors.tell(failure), failure);
      }
      case 'quit':
        return finish(playing, () => wasOpened && ends.tell('closed'), replaced());
      case 'redirect':
        // The address is a list of other addresses, which mpv goes on with although nobody has checked them.
        request(['stop']).catch(() => {});
        return finish(playing, () => wasOpened && errors.tell(unplayable('')), unplayable(''));
      default:
        return finish(playing, () => {}, replaced());
    }
  }

  /**
   * Ends what plays or is being opened. A failure is for whoever waits until it is opened, and has no effect afterwards.
   */
  function finish(ended: Playing, tell: () => void, failure: MpvFailure = replaced()): void {
    if (playing === ended) playing = undefined;
    reports.flush();
    ended.failed(failure);
    for (const listener of ended.whenEnded) listener();
    tell();
  }

  /** Ends the process. Whoever waits for an answer of it gets the failure when it is gone, and its connection with it. */
  async function end(failure: MpvFailure): Promise<void> {
    await endProcess();
    lose(failure);
  }

  function endProcess(): Promise<void> {
    process = undefined;
    ending ??= transport
      .close()
      .catch(() => {})
      .finally(() => (ending = undefined));
    return ending;
  }

  /** Tells all who wait for a process that it has ended. */
  function lose(failure: MpvFailure): void {
    for (const requestId of pending.keys()) settle(requestId, ({ reject }) => reject(failure));
    if (playing === undefined) return;
    const wasOpened = playing.isOpened;
    finish(playing, () => wasOpened && failure.code !== 'replaced' && errors.tell(failure), failure);
  }
}

/** The number of what mpv plays next, in its answer to `loadfile`. */
function readEntry(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null || !('playlist_entry_id' in data)) return undefined;
  return typeof data.playlist_entry_id === 'number' ? data.playlist_entry_id : undefined;
}
