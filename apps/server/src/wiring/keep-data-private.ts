import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../platform/log.ts';
import { makePrivate, readPrivacy, type Privacy } from '../platform/private-folder.ts';

const ownFolders = ['postgres', 'images', 'conversions', 'uploads', 'backups'];
/** The folders of `DATA_DIR` whose files are secret: lists with a provider's passwords, copies of all data. */
const secretFolders = ['uploads', 'backups'];
const secretFiles = ['demo-accounts.json'];
/**
 * The names of what the product writes into `DATA_DIR`, of the folder with the apps that the operator offers, and of the
 * folder that every new file system contains.
 */
const ownNames =
  /^(?:postgres(?:\..*)?|images|conversions|uploads|backups|descargas|demo-accounts\.json.*|lost\+found)$/;

/**
 * Makes an existing `DATA_DIR`, its folders and its secret files inaccessible to other users of the machine, and logs in
 * one line what was changed and what other users may still access. `DATA_DIR` itself is not changed when it contains
 * anything that is not the product's, because it may then be a folder that other users need.
 */
export async function keepDataPrivate(dataDir: string, log: Log): Promise<void> {
  const names = await readdir(dataDir).catch(() => []);
  const isOwn = names.every((name) => ownNames.test(name));
  const files = await Promise.all(
    secretFolders.map(async (folder) =>
      (await readdir(join(dataDir, folder)).catch(() => [])).map((name) => join(folder, name)),
    ),
  );
  const found = [{ path: '.', privacy: await (isOwn ? makePrivate : readPrivacy)(dataDir) }];
  for (const path of [...ownFolders, ...secretFiles, ...files.flat()]) {
    found.push({ path, privacy: await makePrivate(join(dataDir, path)) });
  }
  const pathsOf = (wanted: Privacy) =>
    found.filter(({ privacy }) => privacy === wanted).map(({ path }) => path);
  const [tightened, open] = [pathsOf('tightened'), pathsOf('open')];
  if (open.length > 0)
    log.warn({ dataDir, tightened, open }, 'other users of this machine may access data of the server');
  else if (tightened.length > 0)
    log.info({ dataDir, tightened }, 'took the access of other users to data of the server away');
}
