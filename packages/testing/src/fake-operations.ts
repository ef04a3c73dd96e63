import {
  downloadKindOf,
  downloadKinds,
  type Backup,
  type Download,
  type FilmMergeStats,
  type ReadingState,
  type Stats,
} from '@butaca/contract';

/**
 * The fake server's state for administrators' maintenance screens: database backups, films that a merge would turn into
 * chapters, viewing statistics. `downloads` are the apps that the operator offers; there are none at the start.
 */
export interface FakeOperations {
  backups: Backup[];
  /** Whether another backup takes the own password of whoever makes it. */
  takesPassword: boolean;
  filmMerge: FilmMergeStats;
  reading: ReadingState;
  stats: Omit<Stats, 'days'>;
  downloads: Download[];
}

/** The result of the film merge's dry run when no films look like chapters of a series. */
export const nothingFound: FilmMergeStats = {
  totalMovieChapters: 0,
  totalSeries: 0,
  totalSeasons: 0,
  seriesDetails: [],
  nameless: [],
  totalNameless: 0,
  totalRepeated: 0,
  lastRun: null,
};

export function createFakeOperations(): FakeOperations {
  return {
    backups: [makeFakeBackup({ name: 'butaca-2026-11-20-030000.bak' })],
    takesPassword: false,
    downloads: [],
    reading: { run: null, undoable: null, isOffered: false },
    filmMerge: {
      totalMovieChapters: 27,
      totalSeries: 2,
      totalSeasons: 3,
      seriesDetails: [
        {
          key: 'name:el faro',
          name: 'El faro',
          totalChapters: 16,
          totalSeasons: 2,
          seasons: [1, 2],
          isKnown: false,
        },
        {
          key: 'name:marea alta',
          name: 'Marea alta',
          totalChapters: 8,
          totalSeasons: 1,
          seasons: [3],
          isKnown: true,
        },
      ],
      nameless: [{ key: 'set:suelta', totalChapters: 2, examples: ['1x11 La llegada', '1x12 El regreso'] }],
      totalNameless: 2,
      totalRepeated: 1,
      lastRun: null,
    },
    stats: {
      totals: { accounts: 7, activeAccounts: 6, awaitingApproval: 1, channels: 12, videos: 40, series: 9 },
      watching: [
        {
          accountId: 'valentina',
          username: 'valentina',
          deviceId: 'D'.repeat(32),
          deviceName: 'Chrome en Windows',
          title: 'Marea alta',
          since: '2026-11-21T20:15:00.000Z',
        },
      ],
      byDay: [
        { day: '2026-11-20', viewers: 2, plays: 5, hours: 3.5 },
        { day: '2026-11-21', viewers: 1, plays: 2, hours: 1.25 },
      ],
      byPlan: [{ plan: 'premium', plays: 7, hours: 4.75 }],
      byTitle: [{ itemKey: 'video:marea-alta', title: 'Marea alta', kind: 'video', plays: 4, hours: 3 }],
      converter: {
        state: 'ready',
        since: '2026-11-21T08:00:00.000Z',
        version: '5.1.9',
        confinement: 'namespace',
        encoders: [],
      },
      isStoreDivided: false,
      trials: { accounts: 2, minutes: 17 },
      failingChannels: [{ _id: 'onda-9', name: 'Onda 9', failures: 3, lastAt: '2026-11-21T19:00:00.000Z' }],
    },
  };
}

/**
 * Makes a database backup for the fake server, with three accounts; with `contents: null`, a file that is not a backup.
 */
export function makeFakeBackup(given: Partial<Backup> & { name: string }): Backup {
  return {
    origin: 'manual',
    sizeBytes: 2_400_000,
    contents: { createdAt: '2026-11-20T03:00:00.000Z', accounts: 3, channels: 10, videos: 38, isOwn: true },
    ...given,
  };
}

/** Makes a file with an app that the fake server offers, for the system to which its extension belongs. */
export function makeFakeDownload(name: string, given: Partial<Download> = {}): Download {
  const kind = downloadKindOf(name) ?? 'apk';
  return {
    name,
    kind,
    system: downloadKinds[kind],
    sizeBytes: 24_300_000,
    modifiedAt: '2026-11-20T12:00:00.000Z',
    sha256: 'ab'.repeat(32),
    ...given,
  };
}

/** A new reading of the fake server's titles whose preview is ready, and changes titles of every kind. */
export const makeFakeReading = (
  given: Partial<NonNullable<ReadingState['run']>> = {},
): NonNullable<ReadingState['run']> => ({
  status: 'read',
  username: 'ada',
  startedAt: '2026-11-21T17:35:00.000Z',
  done: 5_400,
  error: null,
  counts: { films: 7, movedFilms: 2, series: 1, mergedSeries: 2, versions: 1, chapters: 1_204 },
  examples: [
    ...['Roma', 'Duna', 'Marea', 'Faro', 'Norte', 'Oeste', 'Bruma'].map((name, n) => ({
      kind: 'film' as const,
      before: `ES: ${name} - ${2012 + n} Latino 1080p`,
      after: `${name} (${2012 + n})`,
    })),
    { kind: 'moved', before: 'El faro T1 Cap 3', after: 'El faro · T1 · 3. Capítulo 3' },
    { kind: 'moved', before: 'El faro T1 Cap 4', after: 'El faro · T1 · 4. Capítulo 4' },
    { kind: 'series', before: '[LAT] La costa', after: 'La costa' },
    { kind: 'merged', before: 'La costa HD', after: 'La costa' },
    { kind: 'merged', before: 'La costa T2', after: 'La costa' },
    { kind: 'version', before: 'Duna 720p (2013)', after: 'Duna (2013)' },
    { kind: 'chapter', before: 'La costa T2 · T1 · 1. La costa T2', after: 'T2 · 1. El regreso' },
  ],
  ...given,
});
