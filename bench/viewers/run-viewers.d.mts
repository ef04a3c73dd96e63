export interface Person {
  index: number;
  username: string;
  token: string;
  deviceId: string;
}

/** Ids, and the password of every account. */
export interface Catalogue {
  films: string[];
  streamedFilms: string[];
  channels: string[];
  password: string;
}

export interface Figures {
  count: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
  serverErrors: number;
  otherErrors: number;
}

export interface Plan {
  origin: string;
  seconds: number;
  /** The phases whose figures are wanted, in seconds. */
  phases: Record<string, [from: number, to: number]>;
  people: Person[];
  newcomers: Person[];
  catalogue: Catalogue;
  /** A number: the films and moments of each run are others. */
  run: number;
  isWatching: boolean;
  hasWebClient: boolean;
  /** The time over which the viewers arrive. */
  arrivalSeconds: number;
  /** How many times as often as usual the viewers act. */
  pace?: number;
}

export interface Summary {
  phases: Record<string, Record<string, Figures>>;
  perSecond: Record<string, (Figures & { second: number })[]>;
  /** What was acknowledged of each viewer last. */
  saved: [index: number, film: string, second: number][];
  saves: number;
  lateMs: { p99: number; max: number };
}

/** Lets virtual viewers use a server for a time, and measures every answer. */
export function runViewers(plan: Plan): Promise<Summary>;
