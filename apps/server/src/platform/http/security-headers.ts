import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import { contentSecurityPolicy, dataPolicy } from './content-security-policy.ts';

/** The headers that a data answer needs; the other headers of a page do not apply to it and would double its size. */
const dataHeaderNames = [
  'cross-origin-resource-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
];

/** The fixed headers of a page, and those of an answer that is only data. */
export interface SecurityHeaders {
  page: Readonly<Record<string, string>>;
  data: Readonly<Record<string, string>>;
}

/**
 * Reads the headers that every answer carries from helmet once: they are the same for all, and setting each of them for each
 * request costs more than a cached answer.
 *
 * @see https://cheatsheetseries.owasp.org/cheatsheets/REST_Security_Cheat_Sheet.html#security-headers
 *
 * @param isSecure - the site is reached over TLS, so browsers are told to keep to it
 */
export function readSecurityHeaders(isSecure: boolean): SecurityHeaders {
  const headers: Record<string, string> = {
    'content-security-policy': contentSecurityPolicy,
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  };
  const recorder = {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader: (name: string) => delete headers[name.toLowerCase()],
  };
  const setAll = helmet({
    contentSecurityPolicy: false,
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  let failure: unknown;
  setAll({} as IncomingMessage, recorder as unknown as ServerResponse, (error) => (failure = error));
  if (failure instanceof Error) throw failure;
  const kept = Object.entries(headers).filter(([name]) => dataHeaderNames.includes(name));
  const data = { 'content-security-policy': dataPolicy, ...Object.fromEntries(kept) };
  return { page: Object.freeze(headers), data: Object.freeze(data) };
}
