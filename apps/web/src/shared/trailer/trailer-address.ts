const youTubeHosts = /^(?:(?:www|m|music)\.)?(?:youtube\.com|youtube-nocookie\.com|youtu\.be)$/;
const youTubeId = /^[\w-]{11}$/;

/**
 * Finds the 11-character id of a YouTube video in a trailer's URL, in any of YouTube's URL forms.
 *
 * @param address - a URL, or the id alone
 * @see docs/requisitos.md, R2.54
 */
export function findYouTubeId(address: string): string | undefined {
  if (youTubeId.test(address)) return address;
  const whole = address.startsWith('//') ? `https:${address}` : address;
  if (!URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  if (!youTubeHosts.test(url.hostname)) return undefined;
  const candidates = [url.searchParams.get('v') ?? '', ...url.pathname.split('/').toReversed()];
  return candidates.find((candidate) => youTubeId.test(candidate));
}

/**
 * The URL of an embedded YouTube trailer that starts to play at once; its host is the only one that the page may frame.
 */
export function youTubeFrameAddress(id: string): string {
  return `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0&playsinline=1&hl=es`;
}

/** Whether a trailer's address is a call to our server, which returns the trailer's stream URL. */
export function isTrailerCall(address: string): boolean {
  return /^\/api\/videos\/[^/]+\/trailer$/.test(address);
}
