export { clearCatalogue } from './clear-catalogue.ts';
export { countWaitingForLocks } from './count-waiting-for-locks.ts';
export { createOlderDatabase } from './create-older-database.ts';
export { createTestDatabase, type TestDatabase } from './create-test-database.ts';
export { bundleProcess, runKilledProcess } from './start-database-process.ts';
export { openFragileNetwork, type FragileNetwork } from './fragile-network.ts';
export { holdTimers, type HeldTimers } from './hold-timers.ts';
