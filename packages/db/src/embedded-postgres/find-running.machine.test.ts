import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { runOnServer } from '../../test/test-server.ts';
import { silentLog } from '../connection/database-log.ts';
import { findRunningPostgres } from './find-running.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';

it.each(['socket', 'loopback'] as const)(
  'a running server is found by its folder over a %s while it runs, and only then',
  async (transport) => {
    const dataDir = await temporaryFolder();
    expect(await findRunningPostgres(dataDir)).toBeUndefined();
    const server = await startEmbeddedPostgres({ dataDir, log: silentLog, transport });
    onTestFinished(() => server.stop());
    const found = await findRunningPostgres(dataDir);
    expect(found).toBe(server.connectionString);
    await runOnServer(found ?? '', 'create table reached ()');
    await server.stop();
    expect(await findRunningPostgres(dataDir)).toBeUndefined();
  },
);
