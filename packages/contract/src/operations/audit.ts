import { z } from 'zod';
import { adminPageSize, maxPageSize } from '../shared/constant.ts';
import { defineEndpoint } from '../shared/endpoint.ts';
import { idSchema, queryNumber, text } from '../shared/text.ts';

/** The fields that an administrator's action changed, by field name, with their values before or after the action. */
const fieldsSchema = z.record(z.string(), z.unknown()).nullable();

/**
 * One entry of the audit log: what an administrator did to whom. `at` is ISO 8601 in UTC. `action` is any text, because
 * old entries may name an action that this version no longer has.
 */
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
      /**
       * Filters the audit log by action: a whole action such as `user.create`, or only the part before its dot, `user`.
       */
      action: text(0, 50).optional(),
      subjectId: idSchema.optional(),
      /** Filters the audit log by a text in the administrator's name or in the name of the user or item acted on. */
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
