/** The addresses of the pages of the catalogue that the navigation links. */
export const cataloguePages = [
  '/live-tv',
  '/peliculas',
  '/series',
  '/animes',
  '/doramas',
  '/novelas',
  '/documentales',
  '/kids',
  '/colecciones',
] as const;
export type CataloguePage = (typeof cataloguePages)[number];

/**
 * The header with which an answer to a signed-in person names, with blanks between them, the pages of the catalogue on
 * which there is nothing, so that menus do not link them; `none` where there is something on every page, because a
 * proxy may drop a header without a value. An answer without the header says nothing about the pages.
 */
export const emptyPagesHeader = 'x-empty-pages';

/** The value of the header with the given empty pages. */
export const writeEmptyPages = (pages: readonly CataloguePage[]): string => pages.join(' ') || 'none';
