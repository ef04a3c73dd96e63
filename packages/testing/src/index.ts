export { fileBytes, segmentBytes } from './fake-upstream-paths.ts';
export * from './fake-upstream.ts';
export { fakePassword, makeFakeChannel, type FakeChannel, type FakeMemory } from './fake-server-memory.ts';
export { startFakeServer, type FakeCall, type FakeServer } from './fake-server.ts';
export type { FakeSwitches } from './fake-server-switches.ts';
