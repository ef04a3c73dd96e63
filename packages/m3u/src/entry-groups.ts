import { repairText, saysNone } from '@butaca/titles';

/** Splits the names of groups at `;`, after entities such as `&amp;` are decoded, which contain one. */
export function readGroups(text: string): string[] {
  const mended = repairText(text);
  // Fast path: nearly every entry of an M3U file has one group, without `;`.
  if (!mended.includes(';')) return mended === '' || saysNone(mended) ? [] : [mended];
  return mended
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !saysNone(part));
}
