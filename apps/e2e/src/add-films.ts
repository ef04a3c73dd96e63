import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

/** A film that every plan opens, unless it names plans. */
export interface AddedFilm {
  /** Ten characters at most. */
  id: string;
  title: string;
  address: string;
  streamKind: string;
  /** The plans that open it; all by default. */
  plans?: readonly string[];
}

/** Adds films to a product that is not running. It runs a script of `bench`, because only the server's side may know the tables. */
export async function addFilms(dataDir: string, films: readonly AddedFilm[]): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'bench', 'add-films.mjs'), dataDir], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  child.stdin.end(JSON.stringify(films));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`the films could not be added: ${code}`);
}
