import type { Clock } from '../base/clock.ts';
import {
  isAtLeast,
  observedProperties,
  oldestMpv,
  readMpvVersion,
  refuseCommand,
  type MpvCommand,
  type MpvVersion,
} from './mpv-commands.ts';
import { died, MpvFailure, notDone, refused, tooOld, unresponsive } from './mpv-failure.ts';
import { readMpvMessage, type MpvEvent } from './mpv-message.ts';
import type { MpvTransport } from './mpv-transport.ts';

/*
 * A process of mpv with its requests: https://mpv.io/manual/stable/#json-ipc. Each command carries a number,
 * `request_id`, and mpv's answer carries the same number. The first use starts the process, and all later uses share
 * it. A process that does not answer in time is ended, and the next use starts another.
 */

export interface MpvProcessOptions {
  transport: MpvTransport;
  /** The origin of the server whose page this is, the only one from which mpv may play. */
  origin: string;
  clock: Clock;
  /** How long mpv may take to answer a command, in milliseconds, before it counts as hanging. */
  answerMs: number;
  onEvent(event: MpvEvent): void;
  /**
   * Called when the process has ended, after its requests were rejected.
   *
   * @param exitCode - present where the process has ended by itself and not by a signal
   */
  onEnd(failure: MpvFailure, exitCode?: number): void;
}

/** Whoever waits for an answer. Both functions are called while the line is read, before mpv's next line. */
interface Waiting {
  resolve(data: unknown): void;
  reject(failure: MpvFailure): void;
}

export class MpvProcess {
  readonly #options: MpvProcessOptions;
  readonly #pending = new Map<number, Waiting & { stopTimer: () => void }>();
  #lastRequestId = 0;
  #started: Promise<MpvVersion> | undefined;
  /** Settles when the process that is being ended is gone. */
  #ending: Promise<void> | undefined;

  constructor(options: MpvProcessOptions) {
    this.#options = options;
    options.transport.onLine((line) => this.#take(line));
    options.transport.onExit((exitCode) => {
      this.#started = undefined;
      this.#fail(died(exitCode), exitCode);
    });
  }

  /** Starts the process, unless it runs. */
  open(): Promise<MpvVersion> {
    if (this.#started !== undefined) return this.#started;
    const started = this.#start();
    this.#started = started;
    started.catch(() => {
      if (this.#started === started) this.#started = undefined;
    });
    return started;
  }

  request(command: MpvCommand): Promise<unknown> {
    return new Promise((resolve, reject) => this.send(command, { resolve, reject }));
  }

  send(command: MpvCommand, waiting: Waiting): void {
    const { transport, origin, clock, answerMs } = this.#options;
    if (refuseCommand(command, origin) !== undefined) {
      waiting.reject(refused());
      return;
    }
    this.#lastRequestId += 1;
    const requestId = this.#lastRequestId;
    const stopTimer = clock.after(answerMs, () => void this.end(unresponsive()));
    this.#pending.set(requestId, { ...waiting, stopTimer });
    transport.send(JSON.stringify({ command, request_id: requestId })).catch((error: unknown) => {
      this.#settle(requestId, ({ reject }) => reject(error instanceof MpvFailure ? error : died()));
    });
  }

  /** Ends the process. Who waits for an answer gets the failure when the process, and its connection, are gone. */
  async end(failure: MpvFailure): Promise<void> {
    await this.#close();
    this.#fail(failure);
  }

  async #start(): Promise<MpvVersion> {
    await this.#ending;
    await this.#options.transport.open();
    try {
      const version = readMpvVersion(await this.request(['get_property', 'mpv-version']));
      if (!isAtLeast(version, oldestMpv)) throw tooOld();
      await Promise.all(
        observedProperties.map((property, index) => this.request(['observe_property', index + 1, property])),
      );
      return version;
    } catch (failure) {
      await this.#close();
      throw failure;
    }
  }

  #close(): Promise<void> {
    this.#started = undefined;
    this.#ending ??= this.#options.transport
      .close()
      .catch(() => {})
      .finally(() => (this.#ending = undefined));
    return this.#ending;
  }

  #take(line: string): void {
    const message = readMpvMessage(line);
    if (message?.kind !== 'answer') {
      if (message !== undefined) this.#options.onEvent(message);
      return;
    }
    this.#settle(message.requestId, ({ resolve, reject }) =>
      message.error === undefined ? resolve(message.data) : reject(notDone()),
    );
  }

  #settle(requestId: number, how: (waiting: Waiting) => void): void {
    const waiting = this.#pending.get(requestId);
    if (waiting === undefined) return;
    this.#pending.delete(requestId);
    waiting.stopTimer();
    how(waiting);
  }

  #fail(failure: MpvFailure, exitCode?: number): void {
    for (const requestId of this.#pending.keys()) this.#settle(requestId, ({ reject }) => reject(failure));
    this.#options.onEnd(failure, exitCode);
  }
}
