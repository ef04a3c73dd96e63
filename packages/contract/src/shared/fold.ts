const plain = /^[\u0000-\u007f]*$/;

/**
 * Folds a text for search and order: lower case, without accents (ñ becomes n), ¿ and ¡, single spaces.
 * The same function serves the stored column and the query, so «accion» finds «Acción».
 */
export function foldText(text: string): string {
  // Fast path: most titles are plain ASCII and have no accents to remove.
  if (plain.test(text)) return text.toLowerCase().replace(/\s+/g, ' ').trim();
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[¿¡]/g, '')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();
}
