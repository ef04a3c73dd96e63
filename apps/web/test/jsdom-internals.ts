/* What jsdom keeps behind the objects of a page. The quick replacements for slow functions of jsdom read it, because
   each call through the public objects checks its arguments, and finds the object behind again. Everything that is taken
   for granted about jsdom is checked here, so that a new version in which it is different fails at once. */

/** The object behind an element. */
interface ElementImpl {
  _localName: string;
  /** The attributes by name; of those with equal names the first counts. */
  _attributesByNameMap: ReadonlyMap<string, readonly { _value: string }[]>;
}

/** The object behind any node. */
interface NodeImpl {
  nodeType: number;
  firstChild: NodeImpl | null;
  nextSibling: NodeImpl | null;
  parentNode: NodeImpl | null;
}

/** The class of the objects behind elements that have a style of their own. */
interface StyledImpl {
  _style: object;
  /** Whether a change of the style comes from its attribute, so that the attribute stays as it was written. */
  _settingCssText: boolean;
  _initElementCSSInlineStyle(): void;
}

const implOf = symbolOf(document, 'impl');
const wrapperOf = symbolOf(behind(document), 'wrapper');
let changes = 0;

/** How often a node was added, removed or changed, in any document of jsdom; a text's new content does not count. */
export const changeCount = (): number => changes;

/** The value of an attribute whose name is in lower case; `null` if the element has none. */
export function attributeOf(element: Element, name: string): string | null {
  return (behind(element) as ElementImpl)._attributesByNameMap.get(name)?.[0]?._value ?? null;
}

/** The name of an element, without a prefix. */
export const nameOf = (element: Element): string => (behind(element) as ElementImpl)._localName;

/** The elements inside a node, in the order of the page, without those of shadow trees. */
export function elementsInside(root: Node): Element[] {
  const top = behind(root) as NodeImpl;
  const found: Element[] = [];
  for (let at = after(top, top); at !== null; at = after(at, top))
    if (at.nodeType === Node.ELEMENT_NODE) found.push(Reflect.get(at, wrapperOf) as Element);
  return found;
}

/** The node that follows in the order of the page, inside a node that contains it. */
function after(node: NodeImpl, top: NodeImpl): NodeImpl | null {
  if (node.firstChild !== null) return node.firstChild;
  let at = node;
  while (at !== top) {
    if (at.nextSibling !== null) return at.nextSibling;
    if (at.parentNode === null) return null;
    at = at.parentNode;
  }
  return null;
}

/**
 * Lets jsdom create the object of an element's own style when it is first read. It is large, and most elements are removed
 * again before anything reads theirs.
 */
export function createStylesWhenRead(): void {
  for (const element of [document.body, document.createElementNS('http://www.w3.org/2000/svg', 'svg')]) {
    const styled = owner(behind(element), '_initElementCSSInlineStyle') as StyledImpl;
    // oxlint-disable-next-line typescript/unbound-method -- called with the object as its `this`
    const create = styled._initElementCSSInlineStyle;
    const created = Symbol('style');
    Object.defineProperty(styled, '_style', {
      configurable: true,
      get(this: StyledImpl & { [created]?: object }) {
        if (this[created] === undefined) {
          const isSetting = this._settingCssText;
          create.call(this);
          this._settingCssText = isSetting;
        }
        return this[created];
      },
      set(this: StyledImpl & { [created]?: object }, style: object) {
        this[created] = style;
      },
    });
    styled._initElementCSSInlineStyle = function begin(this: StyledImpl) {
      this._settingCssText = false;
    };
  }
}

function behind(node: Node): object {
  return Reflect.get(node, implOf) as object;
}

function symbolOf(object: object, description: string): symbol {
  for (let at: object | null = object; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    const found = Object.getOwnPropertySymbols(at).find((symbol) => symbol.description === description);
    if (found !== undefined) return found;
  }
  throw new Error(`jsdom has no symbol ${description} any more`);
}

/** The object in a chain of prototypes that has a property of its own. */
function owner(object: object, name: string): object {
  for (let at: object | null = object; at !== null; at = Object.getPrototypeOf(at) as object | null)
    if (Object.hasOwn(at, name)) return at;
  throw new Error(`jsdom has no ${name} any more`);
}

const nodes = owner(behind(document), '_modified') as { _modified(): void };
// oxlint-disable-next-line typescript/unbound-method -- called with the node as its `this`
const { _modified: modified } = nodes;
nodes._modified = function countChange(this: object) {
  changes += 1;
  modified.call(this);
};
