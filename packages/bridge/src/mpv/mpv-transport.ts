import type { Undo } from '../interface/undo.ts';

/**
 * The way to a process of mpv with its JSON IPC. The transport starts the process, carries lines in both directions
 * and ends the process; what the lines mean is the client's business.
 */
export interface MpvTransport {
  /**
   * Starts mpv and connects to it. Rejects with an `MpvFailure`: `missing` when mpv is not installed, `start` when it
   * ends before it could be reached.
   */
  open(): Promise<void>;
  /** Sends one line, without its line feed. Rejects when the process is gone or the shell refuses the command. */
  send(line: string): Promise<void>;
  /** Ends the process; resolves when it is gone. Harmless when there is none. */
  close(): Promise<void>;
  onLine(listener: (line: string) => void): Undo;
  /** Tells that the process has ended, with its exit code; `undefined` when a signal ended it. Not after `close`. */
  onExit(listener: (exitCode: number | undefined) => void): Undo;
}
