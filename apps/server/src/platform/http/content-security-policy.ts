/**
 * The content security policy of every page of the web client. Only styles may be inline, because media elements style
 * themselves inline. Images, video and requests are limited to this server: pages never contain the address of a
 * provider. Only the web client's own two policies may turn text into HTML or into the address of a script
 * (`apps/web/src/trusted-types.ts`); they are created before any other code runs, and no policy can be created twice.
 *
 * @see https://www.w3.org/TR/CSP3/ and https://www.w3.org/TR/trusted-types/
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  'frame-src https://www.youtube-nocookie.com',
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default markup-check',
].join('; ');

/**
 * The content security policy of answers that are not pages (JSON, images): no content of them is executed, and no page
 * may frame them.
 */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'";
