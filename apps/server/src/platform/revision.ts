import { hash } from 'node:crypto';

/**
 * Returns a hash of the state of an item that an administrator edits; an equal hash at the time of saving means that
 * nobody has changed the item meanwhile.
 */
export const revisionOf = (state: object): string =>
  hash('sha256', JSON.stringify(state), 'base64url').slice(0, 16);
