import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * What nginx (`deploy/nginx/butaca.conf`) can do with the answer to a request. `offer`: the request is a viewer's own, and
 * nginx can deliver in place of the gateway · `fill`: nginx keeps the segment that the gateway sends · `slice`: nginx needs
 * to know where it gets a part of a film · `alone`: nginx got no part of the film there, so the gateway has to send it
 */
export type NginxStep = 'offer' | 'fill' | 'slice' | 'alone';

/** What tells from whom a request comes. */
export interface NginxRequest {
  headers: IncomingHttpHeaders;
  /** The addresses of the client and its trusted proxies, as Fastify reads them; absent without trusted proxies. */
  ips?: readonly string[] | undefined;
}

/** The path of the location in nginx that delivers a segment; the name of the segment follows. */
export const segmentLocation = '/_butaca/segment/';
export const filmLocation = '/_butaca/film';
/** The location in nginx that requests a part of a film from a provider. */
export const originLocation = '/_butaca/origin';

const steps: readonly string[] = ['offer', 'fill', 'slice', 'alone'] satisfies NginxStep[];

/**
 * Creates the function that recognises requests of the operator's nginx. Answers to nginx contain addresses of providers,
 * so a request counts as one of nginx only when it comes through a trusted proxy and carries the secret.
 *
 * @param secret - the secret that nginx sends; without one no request is of nginx
 */
export function createReadStep(secret: string | undefined) {
  const expected = secret === undefined ? undefined : digest(secret);
  return ({ headers, ips }: NginxRequest): NginxStep | undefined => {
    const given = headers['x-butaca-nginx'];
    const step = headers['x-butaca-step'];
    // Fastify lists the address of the peer alone when it does not trust it.
    if (expected === undefined || typeof given !== 'string' || (ips?.length ?? 0) < 2) return undefined;
    if (!timingSafeEqual(digest(given), expected)) return undefined;
    return typeof step === 'string' && isStep(step) ? step : undefined;
  };
}

const isStep = (text: string): text is NginxStep => steps.includes(text);

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
