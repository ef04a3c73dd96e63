import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { confinementKinds, type ConfinementKind } from './confinement.ts';

/** The ways to confine programs that a test has to see work on this machine; some containers forbid namespaces. */
export async function allowedConfinements(): Promise<ConfinementKind[]> {
  const user = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
  const mayUnshare = await promisify(execFile)('unshare', [...user, '--net', '--mount', 'true']).then(
    () => true,
    () => false,
  );
  return confinementKinds().filter((kind) => kind !== 'namespace' || mayUnshare);
}
