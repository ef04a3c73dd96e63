import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import { contentSecurityPolicy, dataPolicy } from './content-security-policy.ts';

/**
 * The security headers that answers with data (JSON) get. Further headers, which only pages get, have no effect on data
 * and would double the size of the answer.
 */
const dataHeaderNames = [
  'cross-origin-resource-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
];

/** The constant security headers: those of a page, and those of an answer that contains only data. */
export interface SecurityHeaders {
  page: Readonly<Record<string, string>>;
  data: Readonly<Record<string, string>>;
}

/**
 * Reads the security headers from helmet once: they are the same for every answer, and setting each of them for each
 * request costs more time than a cached answer.
 *
 * @see https://cheatsheetseries.owasp.org/cheatsheets/REST_Security_Cheat_Sheet.html#security-headers
 *
 * @param isSecure - whether the site is reached over TLS; if so, browsers are told to use only TLS (HSTS)
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
