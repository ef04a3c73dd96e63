import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { confinementKinds, type ConfinementKind } from '../../src/platform/programs/confinement.ts';

/**
 * Returns the kinds of confinement (sandbox for ffmpeg and ffprobe) that tests can require on this machine; some
 * containers forbid Linux namespaces.
 */
export async function allowedConfinements(): Promise<ConfinementKind[]> {
  const user = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
  const mayUnshare = await promisify(execFile)('unshare', [...user, '--net', '--mount', 'true']).then(
    () => true,
    () => false,
  );
  return confinementKinds().filter((kind) => kind !== 'namespace' || mayUnshare);
}
