import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { planKeys, type PlanKey, type Role } from '@butaca/contract';
import { z } from 'zod';

/** An account that the demo creates in an empty database, with the password that signs it in. */
export interface DemoAccount {
  username: string;
  password: string;
  role: Role;
  plan: PlanKey;
}

const noteSchema = z.union([
  z.object({ database: z.string(), removedAt: z.string() }),
  z.object({
    /** The key of the database for which the demo's passwords were generated; in other databases they are invalid. */
    database: z.string(),
    /** False while the demo data are being written, and after the writing was interrupted. */
    isComplete: z.boolean(),
    accounts: z.array(
      z.object({
        username: z.string(),
        password: z.string(),
        role: z.enum(['admin', 'user']),
        plan: z.enum(planKeys),
      }),
    ),
  }),
]);

/**
 * What the file `demo-accounts.json` says about the demo: its generated passwords while it is installed, or that it was
 * removed.
 */
export type DemoNote = DistributiveOmit<z.output<typeof noteSchema>, 'database'>;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Makes the accounts of the demo, one administrator and one viewer for each plan, with new passwords. */
export function makeDemoAccounts(generatePassword: () => string): DemoAccount[] {
  return [
    { username: 'demo-admin', password: generatePassword(), role: 'admin', plan: 'premium' },
    ...planKeys.map((plan): DemoAccount => ({
      username: `demo-${plan}`,
      password: generatePassword(),
      role: 'user',
      plan,
    })),
  ];
}

/**
 * Reads and writes `demo-accounts.json` in the data folder, a file that only its owner can read. The demo's passwords
 * are stored nowhere else in plain text.
 */
export function createDemoNoteFile(dataDir: string, database: string) {
  const path = join(dataDir, 'demo-accounts.json');
  return {
    path,
    async read(): Promise<DemoNote | undefined> {
      try {
        const note = noteSchema.safeParse(JSON.parse(await readFile(path, 'utf8')));
        return note.success && note.data.database === database ? note.data : undefined;
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async write(note: DemoNote): Promise<void> {
      await writeFile(`${path}.new`, `${JSON.stringify({ database, ...note }, undefined, 2)}\n`, {
        mode: 0o600,
      });
      await rename(`${path}.new`, path);
    },
  };
}
