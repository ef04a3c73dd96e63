import type { FooterLinkKey } from '@butaca/contract';

/** The paths of all screens; links take their paths from this object instead of spelling them. */
export const paths = {
  home: '/',
  login: '/login',
  expiredLogin: '/login?session_expired=true',
  register: '/register',
  /** The page on which a person sets the password of their account, with the token of their invitation. */
  invitation: (token: string) => `/invitacion/${encodeURIComponent(token)}`,
  /** The page that lets a television in: visitors see the television's code, signed-in people the form for it. */
  activate: '/activar',
  /** The address in a television's QR code, which the person's phone opens. */
  activateWith: (code: string) => `/activar?codigo=${encodeURIComponent(code)}`,
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
  search: '/buscar',
  myList: '/mi-lista',
  devices: '/dispositivos',
  secondFactor: '/verificacion',
  plans: '/planes',
  /** The page with the operator's text of a footer link; its path is the link's key. */
  footerText: (key: FooterLinkKey) => `/${key}`,
  downloads: '/descargas',
  /** The test of the apps' own player, which only the mobile menu links. */
  testPlayer: '/test-player',
  admin: '/admin',
  bulkUpload: '/bulk-upload',
  /** The path of the watch page without a video or channel; the page then says that information is missing. */
  watchNothing: '/watch',
  watch: (itemType: string, itemId: string) =>
    `/watch/${encodeURIComponent(itemType)}/${encodeURIComponent(itemId)}`,
} as const;

/**
 * Turns the path of a screen into the `href` of a plain link: the hash router keeps its paths behind `#`. Cards of long
 * lists use plain links, because a router link would render again with every row, and the cards' own click handler
 * opens them anyway.
 */
export const hrefTo = (path: string): string => `#${path}`;

/**
 * Whether the screen of a path has neither header nor footer, as the login and the watch page.
 *
 * @see docs/requisitos.md, R2.8
 */
export function isBarePath(pathname: string): boolean {
  return /^\/(?:login|register|invitacion|activar|watch|player|test-player)(?:\/|$)/.test(pathname);
}

const knownPath =
  /^\/(?:live-tv|peliculas|series|animes|doramas|novelas|documentales|kids|colecciones|buscar|mi-lista|dispositivos|verificacion|activar|planes|descargas|test-player|admin|bulk-upload|watch\/[^/]+\/[^/]+)?(?:\?[^#]*)?$/;

/** The path to open after signing in: the given one if it is a path of this application, else the home page. */
export function readReturnPath(from: unknown): string {
  return typeof from === 'string' && !from.startsWith('//') && knownPath.test(from) ? from : paths.home;
}
