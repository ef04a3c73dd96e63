/**
 * The policy of every page. Styles may be inline (media elements style themselves so), nothing else may.
 * Pictures, video and calls come from this server alone: no upstream address ever reaches the page.
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
  'trusted-types default',
].join('; ');

/** The policy of answers that are not pages: nothing in them runs, and no page may frame them. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'";
