const youTubeHosts = /^(?:(?:www|m|music)\.)?(?:youtube\.com|youtube-nocookie\.com|youtu\.be)$/;
const youTubeId = /^[\w-]{11}$/;

/**
 * Finds the id of a YouTube video, which is 11 characters, in an address of any of YouTube's forms.
 *
 * @param address - an address, or the id alone
 * @see the specification, section 2 (trailer links)
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

/** The frame that plays a YouTube video at once, on the one host that the page may frame. */
export function youTubeFrameAddress(id: string): string {
  return `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0&playsinline=1&hl=es`;
}

/** True for an address of this server that answers with the address of the trailer. */
export function isTrailerCall(address: string): boolean {
  return /^\/api\/videos\/[^/]+\/trailer$/.test(address);
}
