/**
 * Tests a database whose disk is really full: its data folder is a small file system in memory (tmpfs), where this
 * machine allows one to be mounted.
 */
import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import type { DatabaseLog } from '../connection/database-log.ts';
import { openDatabase } from '../open-database.ts';

const diskBytes = 160 * 1_048_576;

async function mountSmallDisk(): Promise<string | undefined> {
  const folder = await temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'butaca-test', folder], {
      stdio: 'ignore',
    });
    return folder;
  } catch {
    return undefined;
  }
}

describe('a full disk', () => {
  it(
    'stops Postgres for as long as it is full, and loses nothing that was committed',
    { timeout: 60_000 },
    async (context) => {
      const disk = await mountSmallDisk();
      if (disk === undefined) {
        context.skip();
        return;
      }
      const messages: string[] = [];
      const remember = (_: object, message: string) => void messages.push(message);
      const log: DatabaseLog = { debug: remember, info: remember, warn: remember, error: remember };
      const database = await openDatabase({ dataDir: disk, log });
      onTestFinished(async () => {
        await database.close();
        execFileSync('umount', ['-l', disk]);
      });
      await sql`create table written (number int)`.execute(database.db);
      await sql`insert into written values (0)`.execute(database.db);

      const filler = join(disk, 'filler');
      await writeFile(filler, Buffer.alloc(diskBytes)).catch(() => undefined);
      let committed = 0;
      /**
       * Makes Postgres's write-ahead log grow until the disk is full and Postgres ends, which it does when this log
       * cannot grow. `pg_logical_emit_message` takes space in this log only, not in a table.
       */
      const growLog = async (): Promise<void> => {
        for (let number = 1; number <= 1_000; number++) {
          await sql`insert into written values (${number})`.execute(database.db);
          committed = number;
          await sql`select pg_logical_emit_message(false, 'x', repeat('x', 1000000))`.execute(database.db);
        }
      };
      await expect(growLog()).rejects.toThrow();
      const restart = 'Postgres could not be started again; it is tried anew';
      await vi.waitFor(() => expect(messages).toContain(restart), { timeout: 30_000, interval: 50 });

      await rm(filler);
      const count = sql<{ count: number }>`select count(*) as count from written`;
      await vi.waitFor(
        async () =>
          expect((await count.execute(database.db)).rows[0]?.count).toBeGreaterThanOrEqual(committed),
        {
          interval: 100,
        },
      );
      expect(committed).toBeGreaterThan(0);
    },
  );
});
