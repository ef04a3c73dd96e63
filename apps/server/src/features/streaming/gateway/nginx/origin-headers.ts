import type { IncomingHttpHeaders } from 'node:http';

/** The headers of a provider's answer that reach the player of a film, apart from those of the connection. */
const passedHeaders = ['accept-ranges', 'content-length', 'content-range', 'date', 'etag', 'last-modified'];

/** The headers that nginx never passes on, or sets itself. */
const ownHeaders = ['connection', 'keep-alive', 'server', 'transfer-encoding'];

/**
 * The headers of providers that `deploy/nginx/butaca.conf` hides. nginx can only hide headers that it knows by name, so a
 * provider with any other header is not delivered by nginx.
 */
export const hiddenHeaders: readonly string[] = [
  'accept-ch',
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'access-control-max-age',
  'age',
  'allow',
  'alt-svc',
  'cache-control',
  'cf-cache-status',
  'cf-ray',
  'content-disposition',
  'content-language',
  'content-location',
  'content-md5',
  'content-security-policy',
  'content-type',
  'cross-origin-embedder-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'expires',
  'link',
  'location',
  'nel',
  'p3p',
  'permissions-policy',
  'pragma',
  'proxy-connection',
  'referrer-policy',
  'refresh',
  'report-to',
  'reporting-endpoints',
  'server-timing',
  'set-cookie',
  'source-map',
  'strict-transport-security',
  'timing-allow-origin',
  'trailer',
  'upgrade',
  'vary',
  'via',
  'warning',
  'www-authenticate',
  'x-accel-version',
  'x-amz-cf-id',
  'x-amz-cf-pop',
  'x-amz-id-2',
  'x-amz-request-id',
  'x-backend-server',
  'x-cache',
  'x-cache-hits',
  'x-cache-status',
  'x-content-duration',
  'x-content-type-options',
  'x-frame-options',
  'x-powered-by',
  'x-proxy-cache',
  'x-request-id',
  'x-runtime',
  'x-served-by',
  'x-server',
  'x-timer',
  'x-varnish',
  'x-xss-protection',
];

const known: ReadonlySet<string> = new Set([...passedHeaders, ...ownHeaders, ...hiddenHeaders]);

/** Whether nginx hides all headers of a provider's answer that a player must not get. */
export const hidesAll = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).every((name) => known.has(name));
