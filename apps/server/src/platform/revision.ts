import { hash } from 'node:crypto';

/** Names a state of what an editor shows: as long as it is the same, nothing of it has changed. */
export const revisionOf = (state: object): string =>
  hash('sha256', JSON.stringify(state), 'base64url').slice(0, 16);
