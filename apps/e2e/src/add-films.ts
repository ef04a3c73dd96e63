import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

/** A film that an end-to-end test adds to the catalogue; every subscription plan opens it unless `plans` is given. */
export interface AddedFilm {
  /** The database id of the added film, ten characters at most. */
  id: string;
  title: string;
  address: string;
  streamKind: string;
  /** The subscription plans with which the film can be watched; all plans by default. */
  plans?: readonly string[];
}

/**
 * Adds films to the database of a product that is not running. A script of `bench` does the work, because only code on
 * the server's side may know the database tables.
 */
export async function addFilms(dataDir: string, films: readonly AddedFilm[]): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'bench', 'add-films.mjs'), dataDir], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  child.stdin.end(JSON.stringify(films));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`the films could not be added: ${code}`);
}
