import { attributeOf, changeCount } from './jsdom-internals.ts';
import { FoundElements } from './quick-selectors.ts';

/** The `labels` of a form's element; `null` for an element that no label can name. */
type Labels = (this: HTMLElement) => NodeListOf<HTMLLabelElement> | null;

/** The labels of a document by the elements that they name, as they were after so many changes. */
interface Named {
  changes: number;
  labels: Map<Element, FoundElements<HTMLLabelElement>>;
}

/**
 * Creates a faster replacement for the getter of `labels` that buttons, fields and the like have. jsdom walks through
 * the whole page for each of them, and a query by role asks every button of the page. The given getter answers only for
 * elements outside a document, and for those that no label can name.
 */
export function quickLabels(ask: Labels): Labels {
  const known = new WeakMap<Node, Named>();

  return function labels(this: HTMLElement) {
    const root = this.getRootNode();
    if (root.nodeType !== Node.DOCUMENT_NODE || isHiddenField(this)) return ask.call(this);
    let named = known.get(root);
    if (named?.changes !== changeCount()) {
      named = { changes: changeCount(), labels: labelsByElement(root as Document) };
      known.set(root, named);
    }
    const found = named.labels.get(this) ?? new FoundElements<HTMLLabelElement>();
    return found as ArrayLike<HTMLLabelElement> as NodeListOf<HTMLLabelElement>;
  };
}

function labelsByElement(page: Document): Map<Element, FoundElements<HTMLLabelElement>> {
  const found = new Map<Element, FoundElements<HTMLLabelElement>>();
  for (const label of page.querySelectorAll('label')) {
    const id = attributeOf(label, 'for');
    const named = id === null ? label.control : page.getElementById(id);
    if (named === null) continue;
    const labels = found.get(named) ?? new FoundElements();
    labels.push(label);
    found.set(named, labels);
  }
  return found;
}

/** Whether an element is `<input type="hidden">`, whose `labels` are `null`. */
const isHiddenField = (element: HTMLElement): boolean => (element as HTMLInputElement).type === 'hidden';
