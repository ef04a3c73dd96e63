/** Expressions of the product that are not linear, each with the limit of its text. @type {import('./expressions.mjs').Exception[]} */
export const expressionExceptions = [];

/**
 * Files that compose expressions from parts while they are loaded. `expressions.test.ts` loads them, and judges each
 * expression that they compose.
 */
export const composingFiles = [
  'apps/web/src/features/admin/assistant/read-list-source.ts',
  'packages/titles/src/read-group.ts',
];
