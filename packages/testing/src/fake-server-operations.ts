import { handMadeBackups, type ReadingState } from '@butaca/contract';
import { requireOwnPassword } from './fake-server-accounts.ts';
import { FakeRefusal, personOf, type FakeCaller, type FakeRoutes } from './fake-server-caller.ts';
import { createFakeOperations, makeFakeBackup, makeFakeReading, nothingFound } from './fake-operations.ts';

type OperationsRoute = Extract<
  keyof FakeRoutes,
  `${string} /api/${`admin/${'backups' | 'migration' | 'reading' | 'stats' | 'streams'}` | 'downloads'}${string}`
>;

/** Refuses a backup beyond the tenth, and a second one within an hour without the caller's own password. */
function admitFakeBackup(caller: FakeCaller, currentPassword: string | undefined): void {
  const { operations } = caller.memory;
  const handMade = operations.backups.filter(({ origin }) => origin === 'manual' || origin === 'upload');
  if (handMade.length >= handMadeBackups) throw new FakeRefusal('backup.full');
  if (operations.takesPassword || currentPassword !== undefined) requireOwnPassword(caller, currentPassword);
  operations.takesPassword = true;
}

/**
 * The fake server's API routes for database backups, the merge of films into series, viewing statistics, and downloads. Uploading
 * `rota.bak` is refused as damaged, `ajena.bak` as from another installation; restoring a backup signs everybody out,
 * as on the real server.
 */
export const operationsRoutes: Pick<FakeRoutes, OperationsRoute> = {
  'GET /api/admin/backups': (_request, { memory }) => ({
    backups: memory.operations.backups,
    current: {
      accounts: memory.accounts.size,
      channels: memory.channels.length,
      videos: memory.videos.length,
    },
    takesPassword: memory.operations.takesPassword,
  }),
  'POST /api/admin/backups': ({ body }, caller) => {
    admitFakeBackup(caller, body.currentPassword);
    const { memory } = caller;
    const backup = makeFakeBackup({ name: `butaca-2026-11-21-17353${memory.operations.backups.length}.bak` });
    memory.operations.backups = [backup, ...memory.operations.backups];
    return backup;
  },
  'POST /api/admin/backups/upload': (_request, caller) => {
    const { memory, file } = caller;
    if (file === undefined) throw new FakeRefusal('backup.missing');
    if (file.name === 'rota.bak') throw new FakeRefusal('backup.damaged');
    if (file.name === 'ajena.bak') throw new FakeRefusal('backup.foreign');
    admitFakeBackup(caller, caller.form['currentPassword']);
    const backup = makeFakeBackup({ name: 'subida-2026-11-21-173600.bak', origin: 'upload' });
    memory.operations.backups = [backup, ...memory.operations.backups];
    return backup;
  },
  'POST /api/admin/backups/:name/download': ({ params: { name }, body: { password } }, caller) => {
    const { memory } = caller;
    if (password !== personOf(caller).password) throw new FakeRefusal('account.password_wrong');
    if (!memory.operations.backups.some((backup) => backup.name === name))
      throw new FakeRefusal('backup.not_found');
    return {};
  },
  'DELETE /api/admin/backups/:name': ({ params: { name }, body }, caller) => {
    requireOwnPassword(caller, body.currentPassword);
    const { memory } = caller;
    const left = memory.operations.backups.filter((backup) => backup.name !== name);
    if (left.length === memory.operations.backups.length) throw new FakeRefusal('backup.not_found');
    memory.operations.backups = left;
    return { message: 'Copia de seguridad eliminada.' };
  },
  'POST /api/admin/backups/:name/restore': ({ params: { name }, body }, caller) => {
    requireOwnPassword(caller, body.currentPassword);
    const { memory } = caller;
    if (!memory.operations.backups.some((backup) => backup.name === name))
      throw new FakeRefusal('backup.not_found');
    memory.sessions.clear();
    return {
      message: 'Copia restaurada. Todos deben volver a iniciar sesión.',
      savedAs: 'antes-de-restaurar-2026-11-21-173600.bak',
    };
  },

  'GET /api/admin/migration/stats': (_request, { memory }) => memory.operations.filmMerge,
  'GET /api/admin/migration/chapters': ({ query: { key } }) => ({
    chapters: [
      {
        _id: 'pelicula-1',
        movieTitle: `${key} 1x01 La llegada`,
        seasonNumber: 1,
        chapterNumber: 1,
        title: 'La llegada',
        isRepeated: false,
      },
      {
        _id: 'pelicula-2',
        movieTitle: `${key} 1x01 La llegada [LAT]`,
        seasonNumber: 1,
        chapterNumber: 1,
        title: 'La llegada',
        isRepeated: true,
      },
    ],
  }),
  'GET /api/admin/migration/progress': () => ({ phase: 'writing', done: 1_200, total: 2_400 }),
  'POST /api/admin/migration/execute': ({ body: { names = {} } }, caller) => {
    const { operations } = caller.memory;
    const { seriesDetails, nameless } = operations.filmMerge;
    const named = nameless.filter(({ key }) => names[key] !== undefined);
    const chapters = [...seriesDetails, ...named].reduce((sum, { totalChapters }) => sum + totalChapters, 0);
    const updated = seriesDetails.filter(({ isKnown }) => isKnown).length;
    const result = {
      totalProcessed: chapters,
      seriesCreated: seriesDetails.length + named.length - updated,
      seriesUpdated: updated,
      moviesDeleted: chapters,
      seriesDetails: [
        ...seriesDetails.map(({ key, name }) => names[key] ?? name),
        ...named.map(({ key }) => names[key] ?? ''),
      ],
    };
    if (chapters === 0) return { ...result, backupName: null };
    const backupName = 'antes-de-migrar-2026-11-21-173500.bak';
    operations.filmMerge = {
      ...nothingFound,
      lastRun: {
        executedAt: '2026-11-21T17:35:00.000Z',
        username: personOf(caller).username,
        moviesDeleted: result.moviesDeleted,
        seriesCreated: result.seriesCreated,
        backupName,
      },
    };
    return { ...result, backupName };
  },
  'POST /api/admin/migration/undo': (_request, { memory: { operations } }) => {
    const { lastRun } = operations.filmMerge;
    if (lastRun === null) throw new FakeRefusal('migration.nothing_to_undo');
    operations.filmMerge = { ...createFakeOperations().filmMerge };
    return {
      message: `Migración deshecha: ${lastRun.moviesDeleted} películas recuperadas.`,
      moviesRestored: lastRun.moviesDeleted,
      seriesDeleted: lastRun.seriesCreated,
    };
  },

  'GET /api/admin/reading': (_request, { memory }) => memory.operations.reading,
  'POST /api/admin/reading/preview': (_request, caller) => {
    const { operations } = caller.memory;
    refuseWhileReading(operations.reading);
    operations.reading = {
      ...operations.reading,
      isOffered: false,
      run: { ...makeFakeReading(), username: personOf(caller).username },
    };
    return operations.reading;
  },
  'POST /api/admin/reading/apply': (_request, { memory: { operations } }) => {
    refuseWhileReading(operations.reading);
    if (operations.reading.run?.status !== 'read') throw new FakeRefusal('reading.nothing_to_apply');
    const { run } = operations.reading;
    operations.reading = {
      isOffered: false,
      undoable: { username: run.username, appliedAt: '2026-11-21T17:40:00.000Z' },
      run: { ...run, status: 'applied' },
    };
    return operations.reading;
  },
  'POST /api/admin/reading/undo': (_request, { memory: { operations } }) => {
    refuseWhileReading(operations.reading);
    if (operations.reading.undoable === null) throw new FakeRefusal('reading.nothing_to_undo');
    operations.reading = {
      isOffered: false,
      undoable: null,
      run: makeFakeReading({ ...operations.reading.run, status: 'undone' }),
    };
    return operations.reading;
  },

  'GET /api/downloads': (_request, { memory }) => ({ downloads: memory.operations.downloads }),
  'GET /api/downloads/:name': ({ params: { name } }, { memory }) => {
    if (!memory.operations.downloads.some((download) => download.name === name))
      throw new FakeRefusal('download.not_found');
    return {};
  },

  'GET /api/admin/stats': ({ query: { days } }, { memory }) => ({ days, ...memory.operations.stats }),
  'DELETE /api/admin/streams/:accountId/:deviceId': ({ params }, { memory: { operations } }) => {
    const { watching } = operations.stats;
    const left = watching.filter(
      ({ accountId, deviceId }) => accountId !== params.accountId || deviceId !== params.deviceId,
    );
    if (left.length === watching.length) throw new FakeRefusal('device.not_playing');
    operations.stats = { ...operations.stats, watching: left };
    return { message: 'Reproducción detenida.' };
  },
};

function refuseWhileReading({ run }: ReadingState): void {
  if (run !== null && ['reading', 'applying', 'undoing'].includes(run.status))
    throw new FakeRefusal('reading.running');
}
