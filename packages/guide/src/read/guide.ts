/** A name of a channel, as a guide writes it. */
export interface GuideName {
  text: string;
  /** As the guide writes it, such as `es` or `es_MX`. */
  language?: string;
}

/** A channel of a guide: an element `channel`, or what only an attribute of programmes names. */
export interface GuideChannel {
  /** Without white space around it; otherwise as the guide writes it. */
  id: string;
  /** In the order of the guide, without repetitions; none where the guide does not declare the channel. */
  names: readonly GuideName[];
  /** The address of its logo; an `http:` or `https:` address that nobody has checked. */
  icon?: string;
  /** Its website, likewise. */
  url?: string;
}

/** One showing of a channel in a guide: an element `programme`. Texts are trimmed and in NFC; an empty one is left out. */
export interface GuideProgramme {
  channelId: string;
  /** Milliseconds since 1970, UTC. */
  startMs: number;
  /** After `startMs`; left out where the guide states none, or one that is not after the start. */
  stopMs?: number;
  title: string;
  subtitle?: string;
  description?: string;
  /** In the order of the guide, without repetitions. */
  categories: readonly string[];
  /** The address of its picture; an `http:` or `https:` address that nobody has checked. */
  icon?: string;
  /** From 1. */
  season?: number;
  /** From 1. */
  episode?: number;
  /** The year of production. */
  year?: number;
  /** As the guide writes it, such as `TP`, `+16` or `TV-14`. */
  ageRating?: string;
  isNew: boolean;
  isLive: boolean;
  isRepeat: boolean;
}

/** What bounds the reading of a guide. */
export interface GuideLimits {
  /** Of the file as it comes, packed or not. */
  packedBytes: number;
  /** Of the unpacked guide. */
  bytes: number;
  /** How many times larger than the packed file the unpacked guide may be, from 16 MiB on. */
  ratio: number;
  /** The longest element `channel` or `programme`, in bytes; a longer one counts as broken. */
  blockBytes: number;
  /** The deepest nesting inside of such an element; a deeper one counts as broken. */
  depth: number;
  /** The longest text or attribute that is kept, in characters; of a longer one the beginning is kept. */
  textLength: number;
  /** The most names, categories or attributes of one element; further ones are left out. */
  parts: number;
  channels: number;
  /** Elements `programme`, including those that are dropped. */
  programmes: number;
}

export const defaultGuideLimits: Readonly<GuideLimits> = {
  packedBytes: 1_073_741_824,
  bytes: 4_294_967_296,
  ratio: 300,
  blockBytes: 262_144,
  depth: 16,
  textLength: 4_096,
  parts: 64,
  channels: 100_000,
  programmes: 20_000_000,
};

/**
 * Why a file is refused as a guide.
 *
 * `empty`: it has no bytes · `web_page`: it is HTML · `not_a_guide`: it has neither channels nor programmes ·
 * `binary`: it is no text · `packing`: it is packed in a way that is not read, or with a password ·
 * `damaged_packing`: it cannot be unpacked from its very beginning on · `bomb`: it unpacks to too many times its
 * size · `too_large` · `too_many_channels` · `too_many_programmes`
 */
export type GuideRefusal =
  | 'empty'
  | 'web_page'
  | 'not_a_guide'
  | 'binary'
  | 'packing'
  | 'damaged_packing'
  | 'bomb'
  | 'too_large'
  | 'too_many_channels'
  | 'too_many_programmes';

/** The file is no guide, or exceeds a limit: nothing that was read of it may be used. */
export class GuideRefusedError extends Error {
  override readonly name = 'GuideRefusedError';
  readonly reason: GuideRefusal;

  constructor(reason: GuideRefusal, options?: ErrorOptions) {
    super(`the guide is refused: ${reason}`, options);
    this.reason = reason;
  }
}

/** What was read of a guide. */
export interface GuideReading {
  /**
   * `whole`: to the end of its element `tv` · `truncated`: it ends before, or cannot be unpacked to its end; what is
   * whole of it has been given on.
   */
  ending: 'whole' | 'truncated';
  /** Bytes of the file as it came. */
  packedBytes: number;
  /** Bytes of the unpacked guide. */
  bytes: number;
  /** Whether some texts are not in the encoding that the guide declares; they were read in the one that fits. */
  hasWrongEncoding: boolean;
  /** Channels that the guide declares, and those that only programmes name. */
  channels: number;
  /** Channels that only programmes name. */
  undeclaredChannels: number;
  /** Elements `programme`. */
  programmes: number;
  /** Programmes that were given on. */
  kept: number;
  /** Programmes of channels that nobody chose. */
  ofOtherChannels: number;
  /** Programmes of chosen channels that end before the window or begin after it. */
  outsideWindow: number;
  /**
   * Channels and programmes that cannot be read: not well formed, too long, without a title, an id or a start, or cut off
   * by the end of the guide.
   */
  broken: number;
  /**
   * Programmes that were dropped before their channel was declared, and chosen then. When the same file is read again
   * with a choice that knows the channel from the beginning, they are kept.
   */
  missedBeforeChannel: number;
}

/** How a guide is read. */
export interface GuideReadingOptions {
  /** The zone of times that name none: an IANA name such as `Europe/Madrid`, `UTC`, or an offset such as `+02:00`. */
  zone: string;
  /** Programmes that end after this instant are kept. Milliseconds since 1970. */
  fromMs: number;
  /** Programmes that begin before this instant are kept. Milliseconds since 1970. */
  toMs: number;
  /**
   * Says of which of these channels the programmes are wanted. Called with all channels that are declared before the first
   * programme (in several calls only where they have more than 16 MiB), and again with each that is declared, or named by
   * a programme, later; never twice with the same declaration, but again with its names for a channel that was given
   * without.
   *
   * @returns the ids of the wanted ones
   */
  chooseChannels(channels: readonly GuideChannel[]): Promise<ReadonlySet<string>>;
  /** Takes programmes, 500 or 1 MiB of them at a time and in the guide's order; reading goes on when it has resolved. */
  onProgrammes(batch: readonly GuideProgramme[]): Promise<void>;
  limits?: Partial<GuideLimits>;
  /** Ends the reading between two chunks, for example after a time, and its reason is thrown; it does not end the source. */
  signal?: AbortSignal;
}
