import {
  auditActions,
  mainSections,
  nameOfCountry,
  nameOfLanguage,
  planNames,
  videoTypeNames,
  type AuditEntry,
} from '@butaca/contract';
import { momentInWords } from '../../../platform/moment.ts';

/**
 * The Spanish names of the action filter of the audit log, by the noun at the beginning of an action's key (`user` in
 * `user.create`).
 */
export const auditKinds: Readonly<Record<string, string>> = {
  user: 'Usuarios',
  device: 'Dispositivos',
  plan: 'Planes',
  plan_request: 'Peticiones de plan',
  settings: 'Ajustes',
  channel: 'Canales',
  video: 'VOD',
  collection: 'Colecciones',
  import: 'Importaciones',
  provider: 'Proveedores',
  guide: 'Guía',
  facts: 'Datos de los títulos',
  match: 'Fichas de los títulos',
  migration: 'Migración',
  reading: 'Lecturas',
  stream: 'Reproducciones',
  backup: 'Copias de seguridad',
  key: 'Clave de cifrado',
  demo: 'Demostración',
};

/**
 * The Spanish sentence for an action in the audit log; an action that this version of the page does not know is shown
 * by its key.
 */
export function describeAction(action: string): string {
  return (auditActions as Readonly<Record<string, string>>)[action] ?? action;
}

const fieldNames: Readonly<Record<string, string>> = {
  plan: 'Plan',
  role: 'Rol',
  isActive: 'Activo',
  active: 'Activo',
  expiresAt: 'Caduca',
  awaitsApproval: 'Espera aprobación',
  device: 'Dispositivo',
  deviceId: 'Identificador',
  maxStreams: 'Reproducciones a la vez',
  price: 'Precio',
  isHidden: 'Oculto',
  position: 'Orden',
  newAccountPlan: 'Plan de las cuentas nuevas',
  hideAdults: 'Ocultar el contenido para adultos',
  viewersAddToCollections: 'Los usuarios agregan a colecciones',
  copiesAtOnce: 'Copias a la vez',
  encodingsAtOnce: 'Recodificaciones a la vez',
  videoEncoder: 'Codificador de video',
  terminosAddress: 'Dirección de Términos',
  terminosText: 'Texto de Términos',
  privacidadAddress: 'Dirección de Privacidad',
  privacidadText: 'Texto de Privacidad',
  soporteAddress: 'Dirección de Soporte',
  soporteText: 'Texto de Soporte',
  name: 'Nombre',
  title: 'Título',
  tipo: 'Tipo',
  subtipo: 'Subtipo',
  section: 'Sección',
  mainSection: 'Sección',
  subcategoria: 'Subcategoría',
  genres: 'Géneros',
  releaseYear: 'Año',
  rating: 'Valoración',
  requiresPlan: 'Planes',
  plans: 'Planes',
  description: 'Descripción',
  url: 'Dirección',
  sources: 'Direcciones',
  headers: 'Cabeceras',
  userAgent: 'User-Agent',
  referrer: 'Referer',
  trailerUrl: 'Tráiler',
  logo: 'Logo',
  customThumbnail: 'Imagen propia',
  tmdbThumbnail: 'Imagen de TMDB',
  thumbnail: 'Imagen de la lista',
  backdrop: 'Imagen de fondo',
  seasonCount: 'Número de temporadas',
  chapterCount: 'Número de capítulos',
  chapters: 'Capítulos',
  isFeatured: 'Destacado',
  isAdult: 'Para adultos',
  languages: 'Idiomas',
  quality: 'Calidad',
  edition: 'Edición',
  taggedChapters: 'Capítulos con otro idioma o calidad',
  taggedVersions: 'Versiones con otro idioma, calidad o edición',
  isPubliclyVisible: 'Visible sin sesión',
  itemsModel: 'Contiene',
  item: 'Título',
  items: 'Títulos',
  added: 'Añadidos',
  updated: 'Actualizados',
  changed: 'Cambiados',
  skipped: 'Omitidos',
  duplicates: 'Duplicados',
  removed: 'Eliminados',
  restored: 'Recuperados',
  kept: 'Conservados',
  moviesDeleted: 'Películas pasadas a capítulos',
  moviesRestored: 'Películas recuperadas',
  seriesCreated: 'Series creadas',
  seriesUpdated: 'Series ampliadas',
  seriesDeleted: 'Series eliminadas',
  backup: 'Copia de seguridad',
  savedAs: 'Lo que había, guardado en',
  isOwn: 'Copia de esta instalación',
  address: 'Dirección',
  kind: 'Tipo',
  access: 'Dirección y cabeceras',
  timeZone: 'Zona horaria',
  country: 'País',
  maxConnections: 'Conexiones a la vez',
  refreshHours: 'Horas entre actualizaciones',
  isPaused: 'En pausa',
  readsAhead: 'Leer por adelantado',
  origin: 'Servidor',
  fingerprint: 'Huella del certificado',
  subject: 'Titular del certificado',
  issuer: 'Emisor del certificado',
  hidden: 'Ocultos',
  shown: 'Recuperados',
};

/**
 * The Spanish name of a field in the audit log; a numeric `active` is a number of active devices, a boolean one says
 * whether a channel is active.
 */
function nameOf(field: string, value: unknown): string {
  if (field === 'active' && typeof value === 'number') return 'Dispositivos activos';
  return fieldNames[field] ?? field;
}

/** The Spanish texts of coded values in the audit log (`admin`, `premium`), by the field that contains them. */
const valueNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kind: { m3u: 'lista M3U', xtream: 'cuenta Xtream' },
  role: { admin: 'administrador', user: 'usuario' },
  plan: planNames,
  newAccountPlan: planNames,
  requiresPlan: planNames,
  plans: planNames,
  tipo: videoTypeNames,
  mainSection: Object.fromEntries(mainSections.map(({ key, displayName }) => [key, displayName])),
  itemsModel: { Video: 'VODs', Serie: 'series' },
};
const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const chapterWords = [
  ['added', 'añadido', 'añadidos'],
  ['changed', 'cambiado', 'cambiados'],
  ['removed', 'quitado', 'quitados'],
] as const;

/** Says in Spanish how the chapters of a series changed, for the audit log: «2 añadidos, 1 quitado». */
function describeChapters(counts: Readonly<Record<string, unknown>>): string {
  return chapterWords
    .map(([key, one, many]) => ({ count: Number(counts[key] ?? 0), one, many }))
    .filter(({ count }) => count > 0)
    .map(({ count, one, many }) => `${count.toLocaleString('es')} ${count === 1 ? one : many}`)
    .join(', ');
}

const nothing = '—';

/**
 * The text with which the audit log shows a field's value: «sí» for `true`, a local date for an ISO date, «—» for
 * nothing.
 */
export function describeValue(value: unknown, field = ''): string {
  if (value === null || value === undefined || value === '') return nothing;
  if (typeof value === 'boolean') return value ? 'sí' : 'no';
  if (typeof value === 'number') return value.toLocaleString('es');
  if (Array.isArray(value))
    return value.length === 0 ? nothing : value.map((each) => describeValue(each, field)).join(', ');
  if (typeof value === 'object') {
    const fields = value as Readonly<Record<string, unknown>>;
    if (field === 'chapters') return describeChapters(fields);
    return Object.entries(fields)
      .map(([name, each]) => `${nameOf(name, each)}: ${describeValue(each, name)}`)
      .join(', ');
  }
  if (typeof value !== 'string') return nothing;
  if (instant.test(value)) return momentInWords(value);
  if (field === 'languages') return nameOfLanguage(value);
  if (field === 'country') return nameOfCountry(value);
  return valueNames[field]?.[value] ?? value;
}

/**
 * One changed field in an entry of the audit log. `before` is absent if the item was created, `after` if it was
 * deleted.
 */
export interface FieldChange {
  name: string;
  before: string | undefined;
  after: string | undefined;
}

const counted: ReadonlySet<string> = new Set(['chapters', 'taggedChapters', 'taggedVersions']);

/**
 * The fields that an action of the audit log changed, in their stored order; for a created item, the fields that are
 * not empty.
 */
export function listChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>): FieldChange[] {
  const fields = Object.keys({ ...before, ...after });
  return fields
    .map((field) => ({
      name: nameOf(field, after?.[field] ?? before?.[field]),
      // Of a series' chapters (episodes) and of versions the audit log stores only how many were added, changed and removed,
      // so no value before the change is shown.
      before:
        before !== null && field in before && !counted.has(field)
          ? describeValue(before[field], field)
          : undefined,
      after: after !== null && field in after ? describeValue(after[field], field) : undefined,
    }))
    .filter((change) => before !== null || change.after !== nothing);
}
