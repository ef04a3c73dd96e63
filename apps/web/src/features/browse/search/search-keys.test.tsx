import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { isPageCovered, isSearchKey } from './search-keys.ts';

/** Whether a key pressed on the given element, by default the page's body, opens the search dialog. */
function opens(init: KeyboardEventInit, on: Element = document.body): boolean {
  let isOne = false;
  const listen = (event: Event): void => {
    isOne = isSearchKey(event as KeyboardEvent);
  };
  on.addEventListener('keydown', listen, { once: true });
  on.dispatchEvent(new KeyboardEvent('keydown', { cancelable: true, ...init }));
  return isOne;
}

describe('the keys that open the search', () => {
  it.each([
    [{ key: '/' }, true],
    [{ key: '/', shiftKey: true }, true],
    [{ key: 'k', ctrlKey: true }, true],
    [{ key: 'K', ctrlKey: true }, true],
    [{ key: 'k', metaKey: true }, true],
    [{ key: 'k' }, false],
    [{ key: 'k', ctrlKey: true, shiftKey: true }, false],
    [{ key: 'k', ctrlKey: true, altKey: true }, false],
    [{ key: '/', altKey: true }, false],
    [{ key: '/', ctrlKey: true }, false],
    [{ key: '/', isComposing: true }, false],
  ])('with %j count as a search key: %s', (init, expected) => {
    expect(opens(init)).toBe(expected);
  });

  it('do not include / inside a text field, but do include Ctrl+K there', () => {
    render(
      <>
        <input aria-label="texto" />
        <select aria-label="lista" />
        <textarea aria-label="área" />
        <div aria-label="editable" role="textbox" tabIndex={0} contentEditable suppressContentEditableWarning>
          <b>dentro</b>
        </div>
        <p contentEditable="false" suppressContentEditableWarning>
          fijo
        </p>
        <button type="button">botón</button>
      </>,
    );
    const labels = ['texto', 'lista', 'área', 'editable'];
    const fields = [...labels.map((label) => screen.getByLabelText(label)), screen.getByText('dentro')];
    expect(fields.map((field) => opens({ key: '/' }, field))).toEqual(fields.map(() => false));
    expect(fields.map((field) => opens({ key: 'k', ctrlKey: true }, field))).toEqual(fields.map(() => true));
    expect(
      [screen.getByText('fijo'), screen.getByRole('button')].map((each) => opens({ key: '/' }, each)),
    ).toEqual([true, true]);
  });

  it('exclude events that another handler has prevented', () => {
    const taken = new KeyboardEvent('keydown', { key: '/', cancelable: true });
    taken.preventDefault();
    expect(isSearchKey(taken)).toBe(false);
  });
});

describe('isPageCovered', () => {
  it.each([
    [<dialog key="1" open />, true],
    [<div key="2" role="alertdialog" />, true],
    [<div key="3" role="menu" />, true],
    [<dialog key="4" />, false],
    [<p key="5">Nada</p>, false],
  ])('is, for a page with %j, %s', (element, expected) => {
    render(element);
    expect(isPageCovered()).toBe(expected);
  });
});
