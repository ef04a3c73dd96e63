// Tells web pages and messages from media: some addresses in lists are pages (YouTube), and many providers answer with a
// page or a line of text, with status 200, when the account has expired.

/** The hosts on which YouTube serves pages; its media and images are on others. */
const pageHosts: ReadonlySet<string> = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'www.youtube-nocookie.com',
  'youtu.be',
]);

/** Whether a URL is known, without a request, to be a web page with a player instead of media. */
export const isPageAddress = (address: string): boolean =>
  URL.canParse(address) && pageHosts.has(new URL(address).hostname);

/** Whether the first bytes of an upstream's answer are those of an HTML page or another XML document. */
export const isPage = (head: Buffer): boolean =>
  /^\s*<(?:!doctype|html|head|body|\?xml|mpd)/i.test(head.toString('latin1', 0, 64));

/** Whether all bytes are printable ASCII or white space, as in an error message; no bytes at all are no text. */
export const isPlainText = (bytes: Buffer): boolean =>
  bytes.length > 0 &&
  bytes.every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0d);
