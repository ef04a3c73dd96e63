import { hash } from 'node:crypto';
import { addressHost } from '@butaca/contract';

/** Tells a text from others without telling the text. */
export const shortMark = (text: string): string => hash('sha256', text, 'hex').slice(0, 6);

/** An address as the audit log keeps it: the host, and what tells it from others there; the rest holds credentials often enough. */
export const markAddress = (address: string): string =>
  `${addressHost(address) ?? 'interna'} (${shortMark(address)})`;
