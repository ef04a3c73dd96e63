/** A film or chapter of an imported list, as it is stored. */
export interface StoredTitle {
  /** The name that its list gave it, where a report still has it; otherwise the stored one. */
  title: string;
  /** The group of the list's entry; empty where it is not known. */
  group: string;
  address: string;
  /** The stored `tipo` of the film, or of the chapter's series. */
  tipo: string;
  isChapter: boolean;
  /** The stored name of the film, or of the chapter's series. */
  storedName: string;
}

/** What the present reader of lists makes of a stored title. */
export interface TitleReading {
  name: string;
  nameFolded: string;
  titleSort: string;
  year: number | null;
  season: number | null;
  chapter: number | null;
  chapterTitle: string | null;
  languages: readonly string[] | null;
  quality: string | null;
  isAdult: boolean;
  /** Whether only its group and its address tell it from other films: `1x01 Piloto`. */
  isNameless: boolean;
}

/** @returns `undefined` for a title of which the reader makes something else now; it stays as it is */
export type ReadStoredTitle = (stored: StoredTitle) => TitleReading | undefined;
