import { foldText } from '@butaca/contract';

const article = /^(?:el|la|los|las|lo|un|una|unos|unas|the|a|an)\s+(?=\S)/;

/** What a title is sorted by: folded, without a leading article or marks. «El último faro» stands under U. */
export function sortTitle(title: string): string {
  const folded = foldText(title);
  const spoken = folded.replace(/^[^\p{L}\p{N}]+/u, '');
  return spoken.replace(article, '') || folded;
}

/** The columns of `video` that follow from its title: what it is sorted by and what it is recognised by. */
export const titleKeys = (title: string) => ({
  title_sort: sortTitle(title),
  title_folded: foldText(title),
});
