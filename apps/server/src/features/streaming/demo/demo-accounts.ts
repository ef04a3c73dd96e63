import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { planKeys, type PlanKey, type Role } from '@butaca/contract';
import { z } from 'zod';

export interface DemoAccount {
  username: string;
  password: string;
  role: Role;
  plan: PlanKey;
}

const noteSchema = z.union([
  z.object({ database: z.string(), removedAt: z.string() }),
  z.object({
    /** The key of the database that the note belongs to: its passwords are not valid in any other database. */
    database: z.string(),
    /** False while the demo is being seeded, and after an interrupted seeding. */
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

/** What is stored about the demo: its generated passwords while it is installed, or that it was removed. */
export type DemoNote = DistributiveOmit<z.output<typeof noteSchema>, 'database'>;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Makes one administrator and one account for each plan, with new passwords. */
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
 * Reads and writes the note in the data folder, a file that only its owner can read. The demo's passwords are stored
 * nowhere else.
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
