import type { ImportDetail, ImportGroup, Provider } from '@butaca/contract';
import { counted } from '../../../platform/counted.ts';

/** The steps of the assistant, in order, as its head names them. */
export const stepNames = ['Tu lista', 'Qué trae', 'Importar', 'Ver'] as const;

export const texts = {
  intro:
    'Pega la dirección de tu lista o los datos de tu proveedor. Primero verás qué trae: nada se publica hasta que tú lo digas.',
  advancedTitle: 'Formularios avanzados',
  videosPurpose: 'Un archivo con títulos de una sola categoría, que eliges tú.',
  channelsPurpose: 'Un archivo que solo tiene canales.',
  sectionPurpose: 'Un archivo .m3u para una sección entera.',
  addressLabel: 'Dirección o datos de tu proveedor',
  addressHint:
    'La dirección M3U que te dio tu proveedor, o su mensaje entero con servidor, usuario y contraseña.',
  keptHint: 'Está guardada. Déjalo vacío para probar otra vez la misma, o pega la correcta.',
  fileLabel: 'O un archivo de tu equipo',
  filePrompt: 'Arrastra aquí tu lista o elígela',
  check: 'Comprobar',
  noAddress: 'Ahí no hay ninguna dirección. Debe parecerse a http://servidor/lista.m3u.',
  isContent: 'Eso es el contenido de una lista. Guárdalo en un archivo .m3u y elígelo aquí abajo.',
  wrongFile:
    'Ese archivo no es una lista. Elige una de M3U, TXT, Wiseplay (.w3u), XSPF, PLS o Enigma2 (.tv), también comprimida en .gz o .zip.',
  failedCall: 'No se pudo enviar. Vuelve a intentarlo.',
  failedConnection: 'No hay conexión con el servidor. Revisa tu red y vuelve a intentarlo.',
  checking: 'Comprobando tu lista...',
  uploading: 'Subiendo...',
  waitingForOther: 'Otra importación está en curso. La tuya empezará cuando termine.',
  leaveFree: 'Puedes salir de esta página: sigue en el servidor.',
  importing: 'Importando...',
  import: 'Importar',
  discard: 'Descartar',
  groups: 'Grupos de la lista',
  noGroup: 'Sin grupo',
  search: 'Buscar grupo',
  noneFound: 'Ningún grupo coincide con la búsqueda.',
  includeAll: 'Incluir todos',
  leaveAllOut: 'Dejar fuera todos',
  nothingInIt: 'No hay nada nuevo en la lista.',
  onlyLargest: (count: string): string =>
    `Se muestran los ${count} grupos más grandes; los demás también se importan.`,
  showMore: (count: string): string => `Mostrar más (${count})`,
  kindsAreGuessed: 'Butaca deduce de cada grupo si son canales, películas o series.',
  reviewDoubtful: 'Revisar las dudosas',
  changeKinds: 'Cambiar tipos y secciones',
  isListOfAccount:
    'Tu proveedor no responde como cuenta Xtream, así que se ha leído su lista M3U. Las direcciones de sus canales llevan tu usuario y tu contraseña: solo las ven los administradores.',
  willImport: (content: string): string => `Vas a importar ${content}.`,
  noneIncluded: 'Elige al menos un grupo.',
  cancel: 'Cancelar',
  leftAlone: 'El servidor sigue esperando a tu proveedor. Si la lista llega, la verás en «Proveedores».',
  discarded: 'Lista descartada. No se ha cambiado nada.',
  ready: 'Listo. Ya puedes verla.',
  nothingNew: 'La lista no trae nada nuevo: todo estaba ya en tu catálogo.',
  openFirst: 'Abrir el primer canal',
  openLiveTv: 'Ver TV en Vivo',
  openMovies: 'Ver películas',
  openSeries: 'Ver series',
  firstIs: (name: string): string => `El primero es ${name}.`,
  guideTitle: 'Tu proveedor tiene guía de programación',
  guidePurpose: 'Con ella tus canales enseñan qué dan ahora y qué viene después.',
  guideMissing: 'Para saber qué dan tus canales hace falta una guía de programación.',
  addGuide: 'Agregar guía',
  toGuides: 'Ver guías',
  toProviders: 'Ver proveedores',
  toReport: 'Ver informe',
  another: 'Agregar otra lista',
} as const;

/**
 * What to do about a list that could not be fetched, where the server's sentence names a button that the assistant has
 * not.
 */
const mends: Readonly<Record<string, string>> = {
  'upstream.unauthorized':
    'El proveedor no acepta la cuenta: puede haber caducado o la contraseña ser otra. Revisa los datos y pégalos de nuevo.',
  'upstream.forbidden':
    'El proveedor no permite descargar la lista. La cuenta puede haber caducado, o pide un User-Agent: escríbelo en «Proveedores» con «Editar».',
  'upstream.gone': 'En esa dirección no hay ninguna lista. Pide a tu proveedor la dirección y pégala aquí.',
  'list.no_entries':
    'La lista está vacía. Pide a tu proveedor otra dirección, o comprueba que la cuenta sigue activa.',
  'import.cancelled': 'Se canceló. No se ha cambiado nada.',
};

/** Why the list of a provider could not be fetched, and what to do about it. */
export const mendOf = ({ errorCode, error }: Pick<Provider, 'errorCode' | 'error'>): string =>
  mends[errorCode ?? ''] ?? error ?? texts.failedCall;

/**
 * What the groups hold: «120 canales, 20 películas y 340 capítulos». A list names the chapters of its series, an account
 * only the series.
 */
export function describeContent(
  groups: readonly Pick<ImportGroup, 'tipo' | 'entries'>[],
  isAccount: boolean,
): string {
  const [one, many] = isAccount ? ['serie', 'series'] : ['capítulo', 'capítulos'];
  const sum = (matches: (tipo: ImportGroup['tipo']) => boolean): number =>
    groups.filter(({ tipo }) => matches(tipo)).reduce((total, { entries }) => total + entries, 0);
  const parts = (
    [
      [sum((tipo) => tipo === 'canal'), 'canal', 'canales'],
      [sum((tipo) => tipo === 'pelicula'), 'película', 'películas'],
      [sum((tipo) => tipo !== 'canal' && tipo !== 'pelicula'), one, many],
    ] as const
  ).filter(([count]) => count > 0);
  return new Intl.ListFormat('es', { type: 'conjunction' }).format(
    parts.map(([count, single, plural]) => counted(count, single, plural)),
  );
}

export const describeDoubtful = (count: number): string =>
  count === 1
    ? 'De 1 entrada no es seguro qué es.'
    : `De ${count.toLocaleString('es')} entradas no es seguro qué son.`;

/** How many entries of a list will not be imported because they repeat others or lack an address; empty for none. */
export function describeLeftOut({
  duplicates,
  errorCount,
}: Pick<ImportDetail, 'duplicates' | 'errorCount'>): string {
  const parts = [
    ...(duplicates > 0 ? [counted(duplicates, 'entrada repetida', 'entradas repetidas')] : []),
    ...(errorCount > 0 ? [counted(errorCount, 'entrada sin datos', 'entradas sin datos')] : []),
  ];
  return parts.length === 0 ? '' : `Sin importar: ${parts.join(' y ')}.`;
}
