import { qualities, type NameTags, type Quality } from './name-reading.ts';
import type { Tag } from './tag-words.ts';

const specificSpanish: ReadonlySet<string> = new Set(['es-419', 'es-ES']);

/** Gathers what the tags of one name tell. */
export class TagCollector {
  readonly #languages: string[] = [];
  #quality: Quality | undefined;
  #is60Fps = false;
  #isHdr = false;
  #country: string | undefined;
  #edition: string | undefined;
  #network: string | undefined;

  /** @param written - the tag as the name writes it, which becomes the edition's name */
  add(tag: Tag, written: string): void {
    for (const language of tag.languages ?? []) {
      if (!this.#languages.includes(language)) this.#languages.push(language);
    }
    if (tag.quality !== undefined) this.#addQuality(tag.quality);
    this.#is60Fps ||= tag.is60Fps === true;
    this.#isHdr ||= tag.isHdr === true;
    this.#country ??= tag.country;
    this.#network ??= tag.network;
    if (tag.isEdition === true) this.#edition ??= written;
  }

  /** Of several qualities the highest one counts: `1080p HD` is FHD. */
  #addQuality(quality: Quality): void {
    const isHigher =
      this.#quality === undefined || qualities.indexOf(quality) > qualities.indexOf(this.#quality);
    if (isHigher) this.#quality = quality;
  }

  /** «Español» beside «Latino» says nothing more, so it is left out. */
  collected(): NameTags {
    const isSpecific = this.#languages.some((language) => specificSpanish.has(language));
    return {
      languages: isSpecific ? this.#languages.filter((language) => language !== 'es') : this.#languages,
      quality: this.#quality,
      is60Fps: this.#is60Fps,
      isHdr: this.#isHdr,
      country: this.#country,
      edition: this.#edition,
      network: this.#network,
    };
  }
}
