import { FakeRefusal, personOf, type FakeRoutes } from './fake-server-caller.ts';
import { createFakeUpkeep, makeFakeBackup, nothingFound } from './fake-upkeep.ts';

type UpkeepRoute = Extract<
  keyof FakeRoutes,
  `${string} /api/admin/${'backups' | 'migration' | 'stats' | 'streams'}${string}`
>;

/**
 * The fake server's routes for backups, the merge of films into series, and statistics. Uploading `rota.bak` is refused
 * as damaged, `ajena.bak` as foreign; a restore ends every session, as on the real server.
 */
export const upkeepRoutes: Pick<FakeRoutes, UpkeepRoute> = {
  'GET /api/admin/backups': (_request, { memory }) => ({
    backups: memory.upkeep.backups,
    current: {
      accounts: memory.accounts.size,
      channels: memory.channels.length,
      videos: memory.videos.length,
    },
  }),
  'POST /api/admin/backups': (_request, { memory }) => {
    const backup = makeFakeBackup({ name: `butaca-2026-11-21-17353${memory.upkeep.backups.length}.bak` });
    memory.upkeep.backups = [backup, ...memory.upkeep.backups];
    return backup;
  },
  'POST /api/admin/backups/upload': (_request, { memory, file }) => {
    if (file === undefined) throw new FakeRefusal('backup.missing');
    if (file.name === 'rota.bak') throw new FakeRefusal('backup.damaged');
    if (file.name === 'ajena.bak') throw new FakeRefusal('backup.foreign');
    const backup = makeFakeBackup({ name: 'subida-2026-11-21-173600.bak', origin: 'upload' });
    memory.upkeep.backups = [backup, ...memory.upkeep.backups];
    return backup;
  },
  'POST /api/admin/backups/:name/download': ({ params: { name }, body: { password } }, caller) => {
    const { memory } = caller;
    if (password !== personOf(caller).password) throw new FakeRefusal('account.password_wrong');
    if (!memory.upkeep.backups.some((backup) => backup.name === name))
      throw new FakeRefusal('backup.not_found');
    return {};
  },
  'DELETE /api/admin/backups/:name': ({ params: { name } }, { memory }) => {
    const left = memory.upkeep.backups.filter((backup) => backup.name !== name);
    if (left.length === memory.upkeep.backups.length) throw new FakeRefusal('backup.not_found');
    memory.upkeep.backups = left;
    return { message: 'Copia de seguridad eliminada.' };
  },
  'POST /api/admin/backups/:name/restore': ({ params: { name } }, { memory }) => {
    if (!memory.upkeep.backups.some((backup) => backup.name === name))
      throw new FakeRefusal('backup.not_found');
    memory.sessions.clear();
    return {
      message: 'Copia restaurada. Todos deben volver a iniciar sesión.',
      savedAs: 'antes-de-restaurar-2026-11-21-173600.bak',
    };
  },

  'GET /api/admin/migration/stats': (_request, { memory }) => memory.upkeep.migration,
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
    const { upkeep } = caller.memory;
    const { seriesDetails, nameless } = upkeep.migration;
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
    upkeep.migration = {
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
  'POST /api/admin/migration/undo': (_request, { memory: { upkeep } }) => {
    const { lastRun } = upkeep.migration;
    if (lastRun === null) throw new FakeRefusal('migration.nothing_to_undo');
    upkeep.migration = { ...createFakeUpkeep().migration };
    return {
      message: `Migración deshecha: ${lastRun.moviesDeleted} películas recuperadas.`,
      moviesRestored: lastRun.moviesDeleted,
      seriesDeleted: lastRun.seriesCreated,
    };
  },

  'GET /api/admin/stats': ({ query: { days } }, { memory }) => ({ days, ...memory.upkeep.stats }),
  'DELETE /api/admin/streams/:accountId/:deviceId': ({ params }, { memory: { upkeep } }) => {
    const { watching } = upkeep.stats;
    const left = watching.filter(
      ({ accountId, deviceId }) => accountId !== params.accountId || deviceId !== params.deviceId,
    );
    if (left.length === watching.length) throw new FakeRefusal('device.not_playing');
    upkeep.stats = { ...upkeep.stats, watching: left };
    return { message: 'Reproducción detenida.' };
  },
};
