import { z } from 'zod';
import { adminPageSize, maxPageSize } from '../shared/constant.ts';
import { defineEndpoint } from '../shared/endpoint.ts';
import { idSchema, queryNumber, text } from '../shared/text.ts';

/** The fields that an audited action changed, by field name. */
const fieldsSchema = z.record(z.string(), z.unknown()).nullable();

/** One audited action. `at` is ISO 8601 in UTC; `action` may be an action that this version no longer knows. */
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
      /** An action such as `user.create`, or only the noun before its dot. */
      action: text(0, 50).optional(),
      subjectId: idSchema.optional(),
      /** A text searched in the actor's name and in the subject's name. */
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
