const quotes = /^["'“”„‘’«»]{1,8}|["'“”„‘’«»]{1,8}$/g;

/**
 * Mends the address of a logo: typographic quotes at its ends, a scheme left out (`//host/logo.png`), and blanks inside.
 */
export function mendLogo(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const bare = address.replace(quotes, '').trim();
  const full = bare.startsWith('//') ? `https:${bare}` : bare;
  const mended = full.replace(/\s/g, '%20');
  return mended === '' ? undefined : mended;
}
