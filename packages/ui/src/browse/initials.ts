const skipped = new Set(['el', 'la', 'los', 'las', 'de', 'del', 'y', 'un', 'una', 'the', 'of']);

/**
 * The one or two letters shown in place of a missing image: «La hora azul» → «HA». `?` for a name without letters and
 * digits.
 */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const strong = words.filter((word) => !skipped.has(word.toLowerCase()));
  const letters = (strong.length > 0 ? strong : words).slice(0, 2).map((word) => word.match(/./u)?.[0] ?? '');
  return letters.join('').toLocaleUpperCase('es') || '?';
}
