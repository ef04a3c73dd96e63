/*
 * Makes sense of the address of a Butaca server, as a person types or pastes it. Only the origin is kept: Butaca is
 * served from the root of its host. An address without a scheme is taken as https; http is for hosts that the person
 * has confirmed, because everything sent to them can be read on the way.
 */

export type ServerAddressFault =
  | 'empty'
  | 'too_long'
  | 'characters'
  | 'credentials'
  | 'scheme'
  | 'unreadable'
  | 'path'
  | 'query';

/** What a text means as the address of a server. */
export type ServerAddress =
  | { status: 'ready'; origin: string }
  /** The address is in clear text and its host is not confirmed; the sentence asks the person. */
  | { status: 'confirm'; origin: string; host: string; sentence: string }
  | { status: 'refused'; fault: ServerAddressFault; sentence: string };

/** The longest host name has 253 characters; scheme, port and a path of Butaca's own add a few. */
const longestAddress = 300;

const sentences: Readonly<Record<ServerAddressFault, string>> = {
  empty: 'Escribe la dirección del servidor.',
  too_long:
    'La dirección es demasiado larga. Escribe solo el nombre del servidor, como https://tv.ejemplo.com.',
  characters: 'La dirección tiene espacios o caracteres que no puede tener. Escríbela sin ellos.',
  credentials: 'La dirección no puede tener usuario ni contraseña. Quita lo que va antes de la arroba (@).',
  scheme: 'La dirección tiene que empezar por https://.',
  unreadable: 'Esto no es una dirección. Escríbela como https://tv.ejemplo.com.',
  path: 'La dirección no es de Butaca. Escribe solo el servidor, sin nada detrás del nombre.',
  query: 'La dirección no es de Butaca. Quita lo que va desde el signo de interrogación (?).',
};

/** What Butaca's own pages have after the origin: nothing, the page's file, and a route after `#`. */
const ownPath = /^\/(?:index\.html)?$/;
const ownFragment = /^(?:#(?:\/.*)?)?$/;

/**
 * Reads the address of a server from what a person typed.
 *
 * @param confirmedHosts - hosts, with their port where it is not 80, that the person accepted in clear text
 */
export function readServerAddress(text: string, confirmedHosts: readonly string[] = []): ServerAddress {
  const typed = text.trim();
  if (typed === '') return refuse('empty');
  if (typed.length > longestAddress) return refuse('too_long');
  if (/[\s\p{Cc}\p{Cf}\\<>"'`{}|^]/u.test(typed)) return refuse('characters');
  const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(typed)?.[1]?.toLowerCase();
  const rest = scheme === undefined ? typed : typed.slice(scheme.length + 3);
  const authority = rest.split(/[/?#]/, 1)[0] ?? '';
  if (authority.includes('@')) return refuse('credentials');
  if (scheme !== undefined && scheme !== 'https' && scheme !== 'http') return refuse('scheme');
  // `mailto:…`, `javascript:…` and `https:…` without slashes; in `tv.ejemplo.com:8443` a port follows the colon.
  if (scheme === undefined && /^[a-z][a-z\d+.-]*:(?!\d)/i.test(typed)) return refuse('scheme');
  if (authority === '' || authority.includes('%')) return refuse('unreadable');
  return readOrigin(`${scheme ?? 'https'}://${rest}`, confirmedHosts);
}

function readOrigin(address: string, confirmedHosts: readonly string[]): ServerAddress {
  if (!URL.canParse(address)) return refuse('unreadable');
  const url = new URL(address);
  if (url.hostname === '' || url.port === '0') return refuse('unreadable');
  if (/^[^#]*\?/.test(address)) return refuse('query');
  if (!ownPath.test(url.pathname) || !ownFragment.test(url.hash)) return refuse('path');
  const { origin, host } = url;
  if (url.protocol === 'https:' || confirmedHosts.includes(host)) return { status: 'ready', origin };
  return { status: 'confirm', origin, host, sentence: 'No es segura. ¿Continuar?' };
}

function refuse(fault: ServerAddressFault): ServerAddress {
  return { status: 'refused', fault, sentence: sentences[fault] };
}
