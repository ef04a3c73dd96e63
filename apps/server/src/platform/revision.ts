import { createHash } from 'node:crypto';

/**
 * Makes the revision of an item that an administrator edits, from the parts of its state: an equal revision at the time of saving
 * means that nobody has changed the item meanwhile.
 */
export function createRevision() {
  const hash = createHash('sha256');
  return {
    add(part: object): void {
      hash.update(JSON.stringify(part));
    },
    end: (): string => hash.digest('base64url').slice(0, 16),
  };
}

/** Returns the revision of an item whose state is small. */
export function revisionOf(state: object): string {
  const revision = createRevision();
  revision.add(state);
  return revision.end();
}
