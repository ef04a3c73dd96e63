export { createTestDatabase, type TestDatabase } from './create-test-database.ts';
export { killAtQuery, reportEnd } from './kill-at-query.ts';
export { bundleProcess, runKilledProcess } from './start-database-process.ts';
