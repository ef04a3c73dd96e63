import { hash } from 'node:crypto';
import { addressHost } from '@butaca/contract';
import { isInternal } from '@butaca/m3u';

/** A short hash that distinguishes a text without revealing it. */
export const shortMark = (text: string): string => hash('sha256', text, 'hex').slice(0, 6);

/**
 * An address as the audit log keeps it: the host, and what tells it from others there; the rest holds credentials often enough. What
 * has no host is media of this server, or a key such as YouTube's.
 */
export const markAddress = (address: string): string =>
  `${addressHost(address) ?? (isInternal(address) ? 'interna' : 'clave')} (${shortMark(address)})`;
