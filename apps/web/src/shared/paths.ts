/** Every address of the application, so that no screen spells one. */
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
  /** The watch page without an item, which shows what is missing. */
  watchNothing: '/watch',
  watch: (itemType: string, itemId: string) =>
    `/watch/${encodeURIComponent(itemType)}/${encodeURIComponent(itemId)}`,
} as const;

/**
 * A path as an address for a plain link: the router keeps its paths behind the hash. Cards of long lists use plain links,
 * because their own handler opens them, and a router link per row would be rendered for nothing.
 */
export const hrefTo = (path: string): string => `#${path}`;

/** Paths without header and footer. @see the specification, section 2 (layout) */
export function isBarePath(pathname: string): boolean {
  return /^\/(?:login|register|watch|player|test-player)(?:\/|$)/.test(pathname);
}

const knownPath =
  /^\/(?:live-tv|peliculas|series|animes|doramas|novelas|documentales|kids|colecciones|mi-lista|admin|bulk-upload|watch\/[^/]+\/[^/]+)?(?:\?[^#]*)?$/;

/** Where to go after signing in: only a path of this application, else its home. */
export function readReturnPath(from: unknown): string {
  return typeof from === 'string' && !from.startsWith('//') && knownPath.test(from) ? from : paths.home;
}
