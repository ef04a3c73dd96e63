/** The qualities of video that names announce, from the lowest to the highest. */
export const qualities = ['SD', 'HD', 'FHD', 'QHD', '4K', '8K'] as const;
export type Quality = (typeof qualities)[number];

/** A chapter's place in its series, as its name tells it. */
export interface ChapterReading {
  /**
   * The number of the season; 0 stands for specials. `undefined` where the name gives the chapter's number alone: `Cap
   * 249`, `[Grupo] Nombre - 137`.
   */
  season: number | undefined;
  /** The number of the chapter; with several chapters in one file, of the first. */
  first: number;
  /** The number of the last chapter in the file; equal to `first` where the file has one. */
  last: number;
  /** The chapter's own title, without tags: `La desaparición`. */
  title: string | undefined;
  /**
   * Whether the code stands before the name: `1x03 Stranger Things - La desaparición`. Then `NameReading.title` is the
   * text up to ` - ` and `title` the rest; where the group names the series, both together are the chapter's title.
   */
  isBefore: boolean;
  /** Whether the number counts all chapters from the first season on, as names of animes do: `Nombre - 137`. */
  isAbsolute: boolean;
  /**
   * Whether the code cannot be part of a film's title. `S01E02` cannot; `It Capítulo 2`, `10x10` and `Nombre - 05` can,
   * so for these other evidence has to say that the entry is a chapter.
   */
  isCertain: boolean;
}

/** What the tags of a name tell: `[LAT]`, `1080p`, `ES -`, `(Versión extendida)`. */
export interface NameTags {
  /**
   * Languages of sound and subtitles, each once, in the order of the name:
   *
   * - `es-419` Spanish of Latin America (`LAT`, `Latino`), `es-ES` Spanish of Spain (`Castellano`), `es` Spanish without
   *   more (`ES`, `Español`, `SPANISH`);
   * - other languages by ISO 639-1: `en`, `pt`, `fr`, `it`, `de`, `ja`, `ko`, `ca`, …;
   * - `dual` and `multi`: two, several languages of sound;
   * - `vo`: original sound; `sub-es`: Spanish subtitles (`VOSE`, `Subtitulada`, `SUB`). `VOSE` gives both.
   */
  languages: readonly string[];
  quality: Quality | undefined;
  is60Fps: boolean;
  isHdr: boolean;
  /** ISO 3166 alpha-2, in lower case: `mx` for `MX |`. `LAT` names none. */
  country: string | undefined;
  /** The edition, as the name writes it: `Versión extendida`, `Remastered`, `Director's Cut`. */
  edition: string | undefined;
  /** The service that shows it, by its usual name: `Netflix` for `NF` and `NETFLIX |`. */
  network: string | undefined;
}

/** What the name of a film or chapter tells. */
export interface NameReading extends NameTags {
  /**
   * The title of the film or series without tags, year and chapter code. It is empty only where the name has nothing
   * but a chapter code and tags.
   */
  title: string;
  /** From 1900 to the year after the present one. */
  year: number | undefined;
  chapter: ChapterReading | undefined;
}
