import { beforeEach, expect, it } from 'vitest';
import { attributeOf, changeCount, elementsInside, nameOf } from './jsdom-internals.ts';

beforeEach(() => {
  document.body.innerHTML = '<main><p class="a">b</p><svg viewBox="0 0 1 1"><g></g></svg></main><i></i>';
});

const first = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`no ${selector}`);
  return found;
};

it.each<[string, () => void]>([
  ['an attribute', () => first('p').setAttribute('class', 'c')],
  ['a removed attribute', () => first('p').removeAttribute('class')],
  ['a property that is an attribute', () => (first('p').hidden = true)],
  ['a style', () => (first('p').style.display = 'none')],
  ['a new element', () => first('main').append(document.createElement('b'))],
  ['a removed element', () => first('i').remove()],
  ['the content of an element', () => (first('main').innerHTML = '<b>c</b>')],
  ['a shadow tree', () => (first('main').attachShadow({ mode: 'open' }).innerHTML = '<b>c</b>')],
])('a change is counted: %s', (_what, change) => {
  const before = changeCount();
  change();
  expect(changeCount()).toBeGreaterThan(before);
});

it('elements are found in the order of the page, each inside its own tree only', () => {
  const names = (root: Node) => elementsInside(root).map(nameOf);
  expect(names(document.body)).toEqual(['main', 'p', 'svg', 'g', 'i']);
  expect(names(first('main'))).toEqual(['p', 'svg', 'g']);
  expect(names(first('g'))).toEqual([]);
  const inside = first('main').attachShadow({ mode: 'open' });
  inside.innerHTML = '<b></b>';
  expect([names(document.body), names(inside)]).toEqual([['main', 'p', 'svg', 'g', 'i'], ['b']]);
});

it('attributes are read as they were written', () => {
  expect([attributeOf(first('p'), 'class'), attributeOf(first('p'), 'id')]).toEqual(['a', null]);
  expect(attributeOf(first('svg'), 'viewBox')).toBe('0 0 1 1');
});

it('an element’s style follows its attribute, and the attribute follows the style', () => {
  const element = document.createElement('b');
  element.setAttribute('style', 'COLOR:red');
  expect(element.getAttribute('style')).toBe('COLOR:red');
  expect(element.style.color).toBe('red');
  element.style.display = 'none';
  expect(element.getAttribute('style')).toBe('color: red; display: none;');
  element.removeAttribute('style');
  expect(element.style.cssText).toBe('');
  const copy = document.createElement('b');
  copy.style.color = 'blue';
  expect((copy.cloneNode() as HTMLElement).style.color).toBe('blue');
});
