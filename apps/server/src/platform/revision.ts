import { hash } from 'node:crypto';

/** Returns a hash of the state that an editor shows; equal revisions mean that nothing has changed. */
export const revisionOf = (state: object): string =>
  hash('sha256', JSON.stringify(state), 'base64url').slice(0, 16);
