/*
 * The lists of a stream's video qualities and audio tracks, which the quality menu and the audio menu of
 * media-chrome read. They have the interface of the media-tracks proposal: array-like, iterable, one list object for
 * the element's whole life, with events on changes.
 *
 * @see https://github.com/muxinc/media-elements/tree/main/packages/media-tracks
 */

/**
 * The base class of the lists of video qualities and of audio tracks: array-like, and its items are replaced all at
 * once.
 */
abstract class ItemList<Item> extends EventTarget {
  [index: number]: Item;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  *[Symbol.iterator](): IterableIterator<Item> {
    for (let index = 0; index < this.#length; index += 1) yield this[index]!; // each index below the length has an item
  }

  protected replaceItems(items: readonly Item[], addEvent: string, removeEvent: string): void {
    const previousLength = this.#length;
    for (let index = 0; index < previousLength; index += 1) delete this[index];
    this.#length = items.length;
    for (const [index, item] of items.entries()) this[index] = item;
    if (previousLength > 0) this.dispatchEvent(new Event(removeEvent));
    if (items.length > 0) this.dispatchEvent(new Event(addEvent));
  }
}

/**
 * One video quality of a stream; `bitrate` is in bits per second. All its properties are own properties, because the
 * quality menu of media-chrome copies the object by them.
 */
export interface VideoRendition {
  id: string;
  width: number;
  height: number;
  bitrate: number;
}

/**
 * The video qualities of a stream that a viewer can choose; a `selectedIndex` of -1 means that the quality is chosen
 * automatically.
 */
export class VideoRenditionList extends ItemList<VideoRendition> {
  #selectedIndex = -1;
  #select: (index: number) => void = () => {};

  get selectedIndex(): number {
    return this.#selectedIndex;
  }

  set selectedIndex(index: number) {
    if (index === this.#selectedIndex || index >= this.length) return;
    this.#selectedIndex = Math.max(-1, index);
    this.#select(this.#selectedIndex);
    this.dispatchEvent(new Event('change'));
  }

  /**
   * Replaces the offered video qualities and returns to the automatic choice; `select` is called with the index of the
   * quality that the viewer chooses.
   */
  offer(renditions: readonly VideoRendition[], select: (index: number) => void): void {
    this.#select = select;
    this.#selectedIndex = -1;
    this.replaceItems(renditions, 'addrendition', 'removerendition');
  }

  clear(): void {
    this.offer([], () => {});
  }
}

/** One audio track of a stream: a language, or a version such as a commentary. */
export class StreamAudioTrack {
  readonly id: string;
  readonly label: string;
  readonly language: string;
  readonly kind: string;
  #isEnabled: boolean;
  readonly #enable: (track: StreamAudioTrack) => void;

  constructor(
    description: { id: string; label: string; language: string; kind: string; enabled: boolean },
    enable: (track: StreamAudioTrack) => void,
  ) {
    this.id = description.id;
    this.label = description.label;
    this.language = description.language;
    this.kind = description.kind;
    this.#isEnabled = description.enabled;
    this.#enable = enable;
  }

  get enabled(): boolean {
    return this.#isEnabled;
  }

  /**
   * Enabling an audio track disables the others; setting `false` has no effect, because one audio track must always be
   * enabled.
   */
  set enabled(isEnabled: boolean) {
    if (isEnabled && !this.#isEnabled) this.#enable(this);
  }

  /** Records whether the engine (hls.js, …) plays this audio track, without telling the engine to change it. */
  note(isEnabled: boolean): void {
    this.#isEnabled = isEnabled;
  }
}

/** The audio tracks of a stream, exactly one of them enabled. */
export class StreamAudioTrackList extends ItemList<StreamAudioTrack> {
  /** Replaces the offered audio tracks; `select` is called with the index of the track that the viewer chooses. */
  offer(
    tracks: readonly { label: string; language: string; kind: string }[],
    enabledIndex: number,
    select: (index: number) => void,
  ): void {
    const items = tracks.map(
      (track, index) =>
        new StreamAudioTrack({ ...track, id: String(index), enabled: index === enabledIndex }, () => {
          this.noteEnabled(index);
          select(index);
        }),
    );
    this.replaceItems(items, 'addtrack', 'removetrack');
  }

  clear(): void {
    this.offer([], -1, () => {});
  }

  /** Records which audio track the engine (hls.js, …) plays, after the engine has switched. */
  noteEnabled(enabledIndex: number): void {
    for (const [index, track] of [...this].entries()) track.note(index === enabledIndex);
    this.dispatchEvent(new Event('change'));
  }
}
