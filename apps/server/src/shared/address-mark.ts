import { hash } from 'node:crypto';
import { addressHost } from '@butaca/contract';
import { isInternal } from '@butaca/m3u';

/** Returns a short hash that tells texts such as addresses apart in the audit log without revealing them. */
export const shortMark = (text: string): string => hash('sha256', text, 'hex').slice(0, 6);

/**
 * Reduces a stream or image address for the audit log to its host and a short hash, because the remainder may contain
 * credentials. An address without a host is media of this server, or a key such as a YouTube video id.
 */
export const markAddress = (address: string): string =>
  `${addressHost(address) ?? (isInternal(address) ? 'interna' : 'clave')} (${shortMark(address)})`;
