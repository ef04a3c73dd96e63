export { disguisedLists, type DisguisedList } from './world/disguised-lists.ts';
export { dyingWays, sendChannel, sendDying, type DyingWay } from './world/dying-channel.ts';
export {
  goodAnswers,
  startFakeGenai,
  type FakeGenai,
  type GenaiAnswer,
  type GenaiKind,
  type SeenPrompt,
} from './fake-genai.ts';
export { machineClock, type FrameClock } from './frame-clock.ts';
export * from './world/answers.ts';
export { makeOnce, rootFolder } from './world/make-once.ts';
export { startArchiveProvider, type ArchiveProvider } from './world/archive-provider.ts';
export { startFakePushService, type FakeBrowser, type FakePushService } from './world/push-service.ts';
export { startNetwork, type Network } from './world/network.ts';
export { putOnAir } from './world/air.ts';
export { writePlaylist } from './world/playlists.ts';
export { fileBytes, segmentBytes } from './world/failing-paths.ts';
export * from './world/list-provider.ts';
export * from './world/provider.ts';
export { startFakeXtreamAccount, type FakeXtreamAccount } from './world/xtream-account.ts';
export {
  fakePassword,
  makeFakeChannel,
  type FakeChannel,
  type FakeCollection,
  type FakeDevice,
  type FakeFavourite,
  type FakeMemory,
  type FakeProgress,
} from './fake-server-memory.ts';
export { makeFakeDevice } from './fake-server-accounts.ts';
export { fakeCode, fakeSecret } from './fake-server-second-factor.ts';
export {
  makeFakeBackup,
  makeFakeDownload,
  makeFakeReading,
  nothingFound,
  type FakeOperations,
} from './fake-operations.ts';
export { makeFakeCertificate, makeFakeProvider, makeFakeProviderServer } from './fake-server-providers.ts';
export { makeFakeSeason, makeFakeVideo, type FakeVideo } from './fake-videos.ts';
export { startFakeServer, type FakeCall, type FakeServer } from './fake-server.ts';
export type { FakeSwitches } from './fake-server-switches.ts';
export * from './format-samples.ts';
export { sampleHandler } from './format-sample-paths.ts';
export type { FuzzedParser, Pattern } from './fuzz/fuzzed-parser.ts';
export { fuzzSeconds, replayCorpus, tryChangedSamples } from './fuzz/parser-fuzz.ts';
export { findExcesses } from './fuzz/parser-growth.ts';
export { findGrowingReads } from './growth/growing-reads.ts';
export { countReads } from './growth/reading-meter.ts';
export { otherSelfSigned, selfSigned } from './world/self-signed.ts';
export { makeZip, type ZippedFile } from './make-zip.ts';
export { createMemoryNetwork, type MemoryNetwork } from './memory-network.ts';
export { startRawServer, type RawAnswer, type RawRequest } from './raw-server.ts';
export {
  createTransportStream,
  readFrames,
  readTimes,
  type SeenFrame,
  type TransportStream,
} from './world/transport-stream.ts';
export { causeTexts, tellsCause, type SampleCause } from './zoo/sample-causes.ts';
export { sumZoo, type ZooLine } from './zoo/sum-zoo.ts';
export { zooSamples, type ZooSample } from './zoo/zoo-samples.ts';
export { createVirtualClock, type VirtualClock } from './virtual-clock.ts';
export {
  makeFakeGuideMatch,
  makeFakeGuideSource,
  makeFakeProgramme,
  type FakeGuide,
  type FakeProgramme,
} from './fake-guide.ts';
export { fakeTmdbKey, startFakeTmdb } from './facts/fake-tmdb.ts';
export { startFakeTvmaze } from './facts/fake-tvmaze.ts';
export type { FakeFacts } from './fake-facts.ts';
export type { FakeSource, FakeWork, SourceManner } from './facts/fake-works.ts';
