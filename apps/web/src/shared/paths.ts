/** The route paths of the application; screens take paths from here instead of spelling them. */
export const paths = {
  home: '/',
  login: '/login',
  expiredLogin: '/login?session_expired=true',
  register: '/register',
  liveTv: '/live-tv',
  movies: '/peliculas',
  movieSection: (section: string) => `/peliculas?seccion=${encodeURIComponent(section)}`,
  series: '/series',
  seriesCategory: (category: string) => `/series?categoria=${encodeURIComponent(category)}`,
  animes: '/animes',
  doramas: '/doramas',
  novelas: '/novelas',
  documentales: '/documentales',
  kids: '/kids',
  collections: '/colecciones',
  collection: (name: string) => `/colecciones?coleccion=${encodeURIComponent(name)}`,
  myList: '/mi-lista',
  admin: '/admin',
  bulkUpload: '/bulk-upload',
  /** The path of the watch page without an item; the page then shows that the item is missing. */
  watchNothing: '/watch',
  watch: (itemType: string, itemId: string) =>
    `/watch/${encodeURIComponent(itemType)}/${encodeURIComponent(itemId)}`,
} as const;

/**
 * Turns a route path into the `href` of a plain link: the hash router keeps its paths behind `#`. Cards of long lists
 * use plain links, because a router link would render again with every row and the cards' own click handler opens them
 * anyway.
 */
export const hrefTo = (path: string): string => `#${path}`;

/** Whether the screen of a path has neither header nor footer. @see the specification, section 2 (layout) */
export function isBarePath(pathname: string): boolean {
  return /^\/(?:login|register|watch|player|test-player)(?:\/|$)/.test(pathname);
}

const knownPath =
  /^\/(?:live-tv|peliculas|series|animes|doramas|novelas|documentales|kids|colecciones|mi-lista|admin|bulk-upload|watch\/[^/]+\/[^/]+)?(?:\?[^#]*)?$/;

/** The path to open after signing in: the given one if it is a path of this application, else the home page. */
export function readReturnPath(from: unknown): string {
  return typeof from === 'string' && !from.startsWith('//') && knownPath.test(from) ? from : paths.home;
}
