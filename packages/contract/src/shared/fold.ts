const plain = /^[\u0000-\u007f]*$/;

/**
 * Normalises a text for search and sorting: lower case, no accents (ñ becomes n), no ¿ or ¡, single spaces. The
 * database columns that are searched and the search texts both pass through this function, so «accion» finds «Acción».
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
