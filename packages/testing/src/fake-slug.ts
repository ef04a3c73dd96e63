/**
 * Makes the id of a fake video or channel from its name: lower case, no accents, one dash for each run of other
 * characters, at most `maxLength` characters.
 */
export function makeSlug(name: string, maxLength = 40): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-|-$/g, '');
}
