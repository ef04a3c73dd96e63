import { foldText } from '@butaca/contract';

const article = /^(?:el|la|los|las|lo|un|una|unos|unas|the|a|an)\s+(?=\S)/;

/**
 * Returns the sort key of a title: folded, without a leading article and punctuation. «El último faro» is sorted under
 * U.
 */
export function sortTitle(title: string): string {
  const folded = foldText(title);
  const spoken = folded.replace(/^[^\p{L}\p{N}]+/u, '');
  return spoken.replace(article, '') || folded;
}

/**
 * The columns of `video` that are derived from its title: its sort key, and the folded title by which imports recognise
 * it.
 */
export const titleKeys = (title: string) => ({
  title_sort: sortTitle(title),
  title_folded: foldText(title),
});
