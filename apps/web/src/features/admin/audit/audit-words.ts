import { auditActions, isPlanKey, planNames, type AuditEntry } from '@butaca/contract';

/** What an entry is about, by the noun of its action. */
export const auditKinds: Readonly<Record<string, string>> = {
  user: 'Usuarios',
  device: 'Dispositivos',
  plan: 'Planes',
  channel: 'Canales',
  video: 'VOD',
  collection: 'Colecciones',
  import: 'Importaciones',
  migration: 'Migración',
  stream: 'Reproducciones',
  backup: 'Copias de seguridad',
  demo: 'Demostración',
};

/** What was done, as people read it; an action of another version by its own name. */
export function describeAction(action: string): string {
  return (auditActions as Readonly<Record<string, string>>)[action] ?? action;
}

const fieldNames: Readonly<Record<string, string>> = {
  plan: 'Plan',
  role: 'Rol',
  isActive: 'Activo',
  active: 'Activos',
  expiresAt: 'Vence',
  awaitsApproval: 'Espera aprobación',
  device: 'Dispositivo',
  deviceId: 'Identificador',
  maxStreams: 'Reproducciones a la vez',
  name: 'Nombre',
  title: 'Título',
  tipo: 'Tipo',
  section: 'Sección',
  mainSection: 'Sección',
  subcategoria: 'Subcategoría',
  genres: 'Géneros',
  requiresPlan: 'Planes',
  description: 'Descripción',
  url: 'Dirección',
  logo: 'Logo',
  isFeatured: 'Destacado',
  isPubliclyVisible: 'Visible sin sesión',
  added: 'Añadidos',
  updated: 'Actualizados',
  skipped: 'Omitidos',
  duplicates: 'Duplicados',
};

const roleNames: Readonly<Record<string, string>> = { admin: 'administrador', user: 'usuario' };
const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** A value of the log as people read it. */
export function describeValue(value: unknown, field = ''): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return value ? 'sí' : 'no';
  if (typeof value === 'number') return value.toLocaleString('es');
  if (Array.isArray(value))
    return value.length === 0 ? '—' : value.map((each) => describeValue(each, field)).join(', ');
  if (typeof value !== 'string') return JSON.stringify(value);
  if (instant.test(value)) {
    return new Date(value).toLocaleString('es', { dateStyle: 'short', timeStyle: 'short' });
  }
  if (field === 'role') return roleNames[value] ?? value;
  if ((field === 'plan' || field === 'requiresPlan') && isPlanKey(value)) return planNames[value];
  return value;
}

/** One field of an entry. `before` is absent of what was made, `after` of what is gone. */
export interface FieldChange {
  name: string;
  before: string | undefined;
  after: string | undefined;
}

/** The fields that an act touched, in the order in which they were written down. */
export function listChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>): FieldChange[] {
  return Object.keys({ ...before, ...after }).map((field) => ({
    name: fieldNames[field] ?? field,
    before: before !== null && field in before ? describeValue(before[field], field) : undefined,
    after: after !== null && field in after ? describeValue(after[field], field) : undefined,
  }));
}
