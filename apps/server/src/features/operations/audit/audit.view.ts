import type { AuditEntry } from '@butaca/contract';
import type { AuditRow } from './audit.repository.ts';

export function toEntry(row: AuditRow): AuditEntry {
  return {
    _id: row.id,
    at: row.at.toISOString(),
    username: row.username,
    action: row.action,
    subjectId: row.subject_id,
    subjectName: row.subject_name,
    before: row.before,
    after: row.after,
  };
}
