const noneWords: ReadonlySet<string> = new Set([
  'undefined',
  'null',
  '(null)',
  'none',
  'nil',
  'nan',
  'n/a',
  'n.a.',
  'no group',
  'sin grupo',
  'sin categoria',
  'sin categoría',
  'uncategorized',
  'uncategorised',
  'ninguno',
  'ninguna',
]);

const longest = 'uncategorized'.length;

/** Whether a text of an M3U file means «nothing»: `Undefined`, `null`, `N/A`, `-`. */
export function saysNone(text: string): boolean {
  if (text.length > longest + 2) return false;
  const word = text.trim().toLowerCase();
  return noneWords.has(word) || /^[-–—_.?*]{1,8}$/.test(word);
}
