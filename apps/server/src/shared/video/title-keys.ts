import { foldText } from '@butaca/contract';

const article = /^(?:el|la|los|las|lo|un|una|unos|unas|the|a|an)\s+(?=\S)/;

/**
 * Returns the sort key of a title: folded (lower case, no accents), without a leading article and punctuation. «El
 * último faro» is sorted under U.
 */
export const sortTitle = (title: string): string => sortFolded(foldText(title));

/** The sort key of a title that is folded already. */
export function sortFolded(folded: string): string {
  const spoken = folded.replace(/^[^\p{L}\p{N}]+/u, '');
  return spoken.replace(article, '') || folded;
}

/**
 * The columns of the table `video` that are derived from its title: the sort key, and the folded title (lower case, no
 * accents) by which imports recognise the video.
 */
export const titleKeys = (title: string) => ({
  title_sort: sortTitle(title),
  title_folded: foldText(title),
});
