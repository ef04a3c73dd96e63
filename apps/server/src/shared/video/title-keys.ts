import { foldText } from '@butaca/contract';

const article = /^(?:el|la|los|las|lo|un|una|unos|unas|the|a|an)\s+(?=\S)/;

/** What a title is sorted by: folded, without a leading article or marks. «El último faro» stands under U. */
export function sortTitle(title: string): string {
  const folded = foldText(title);
  const spoken = folded.replace(/^[^\p{L}\p{N}]+/u, '');
  return spoken.replace(article, '') || folded;
}
