/** The built product in a process of its own. */
export interface ProductProcess {
  /** The port, which stays the same after a restart. */
  port: number;
  /** `http://127.0.0.1:<port>` */
  url: string;
  pid(): number;
  /** Resolves when the current process has ended, to its exit code, or to `null` where a signal has ended it. */
  ended(): Promise<number | null>;
  /** Ends it at once, as `kill -9` does; one that has ended already is left alone. */
  kill(): Promise<void>;
  /** Starts it again on the same port and with the same variables, after it has ended. */
  restart(): Promise<void>;
  /** Lets its process stand still, as on a machine that hangs: the system still accepts connections for it. */
  freeze(): void;
  /** Lets a frozen process go on. A frozen one does not end by SIGTERM. */
  thaw(): void;
  /** Stops it as Ctrl+C does, and kills it where it has not ended after 30 s. @returns the exit code */
  stop(): Promise<number | null>;
}

export interface ProcessOptions {
  /** What Node runs; by default the server that `npm run build` has built in this repository. */
  script?: string;
  /** Variables of the product, beside those of this process. */
  env?: Readonly<Record<string, string>>;
  /** Whether the process leads a process group of its own, to which a test can send signals. */
  isOwnGroup?: boolean;
  /** The size of the young heap in MB; by default that of `npm start`. */
  youngMegabytes?: number | undefined;
  /** Kills a process that is still starting for the first time. */
  signal?: AbortSignal | undefined;
}

/** The variables of a product on which one machine plays many people: no limits of requests, logins and registrations. */
export const unlimited: Readonly<Record<string, string>>;

/**
 * Starts the product, and waits until it has told its address.
 *
 * @throws {Error} with all that it has told, where it ends instead
 */
export function startProcess(options?: ProcessOptions): Promise<ProductProcess>;
