import { z } from 'zod';
import { adminPageSize, maxPageSize } from './constant.ts';
import { defineEndpoint } from './endpoint.ts';
import { idSchema, queryNumber, text } from './text.ts';

/** What administrators do, and how people read it. */
export const auditActions = {
  'user.create': 'Creó el usuario',
  'user.plan': 'Cambió el plan de',
  'user.status': 'Cambió el estado de',
  'user.role': 'Cambió el rol de',
  'user.password': 'Restableció la contraseña de',
  'device.deactivate': 'Desactivó un dispositivo de',
  'plan.update': 'Cambió el plan',
  'channel.create': 'Creó el canal',
  'channel.update': 'Cambió el canal',
  'channel.delete': 'Eliminó el canal',
  'video.create': 'Creó el VOD',
  'video.update': 'Cambió el VOD',
  'video.delete': 'Eliminó el VOD',
  'collection.create': 'Creó la colección',
  'collection.delete': 'Eliminó la colección',
  'import.run': 'Importó',
  'import.undo': 'Deshizo la importación',
  'migration.execute': 'Migró películas a series',
  'migration.undo': 'Deshizo la migración',
  'stream.stop': 'Detuvo la reproducción de',
  'backup.create': 'Guardó una copia de seguridad',
  'backup.restore': 'Restauró una copia de seguridad',
  'demo.remove': 'Retiró la demostración',
} as const satisfies Record<`${string}.${string}`, string>;
export type AuditAction = keyof typeof auditActions;

/** What changed of a thing: the fields that an act touched, by their names. */
const fieldsSchema = z.record(z.string(), z.unknown()).nullable();

/** One act. `at` is ISO 8601 in UTC; `action` may be one that this version no longer knows. */
export const auditEntrySchema = z.object({
  _id: z.string(),
  at: z.iso.datetime(),
  username: z.string(),
  action: z.string(),
  subjectId: z.string().nullable(),
  subjectName: z.string(),
  before: fieldsSchema,
  after: fieldsSchema,
});
export type AuditEntry = z.output<typeof auditEntrySchema>;

export const listAudit = defineEndpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  summary: 'What administrators did, newest first.',
  input: {
    query: z.object({
      page: queryNumber(1, 20_000, 1),
      limit: queryNumber(1, maxPageSize, adminPageSize),
      /** An action, or the noun before its dot. */
      action: text(0, 50).optional(),
      subjectId: idSchema.optional(),
      /** Who acted, or the name of what was acted on. */
      search: text(0, 100).optional(),
    }),
  },
  output: z.object({
    entries: z.array(auditEntrySchema),
    page: z.number(),
    totalPages: z.number(),
    total: z.number(),
  }),
});
