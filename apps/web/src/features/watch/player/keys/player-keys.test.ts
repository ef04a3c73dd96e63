import { describe, expect, it } from 'vitest';
import { readCommand, type PressedKey } from './player-keys.ts';

const plain: Omit<PressedKey, 'key'> = {
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  repeat: false,
  target: null,
  defaultPrevented: false,
};
const press = (key: string, more: Partial<PressedKey> = {}) => readCommand({ ...plain, key, ...more });

function within(markup: string, selector: string): Element {
  document.body.innerHTML = markup;
  const found = document.querySelector(selector);
  if (found === null) throw new Error(`no ${selector}`);
  return found;
}

describe('a key of the player', () => {
  it.each([
    [' ', 'toggle'],
    ['k', 'toggle'],
    ['K', 'toggle'],
    ['j', 'seek-back'],
    ['l', 'seek-forward'],
    ['f', 'fullscreen'],
    ['m', 'mute'],
    ['c', 'captions'],
    ['n', 'next'],
    ['Escape', 'close'],
    ['MediaPlayPause', 'toggle'],
    ['MediaTrackPrevious', 'previous'],
  ])('%s asks for %s', (key, command) => {
    expect(press(key)).toBe(command);
  });

  it('? asks for help, with the shift that it needs', () => {
    expect(press('?', { shiftKey: true })).toBe('help');
  });

  it.each(['altKey', 'ctrlKey', 'metaKey', 'shiftKey'] as const)('with %s is the browser’s', (modifier) => {
    expect(press('f', { [modifier]: true })).toBeUndefined();
  });

  it.each([
    ['<input>', 'input'],
    ['<input type="search">', 'input'],
    ['<textarea></textarea>', 'textarea'],
    ['<select></select>', 'select'],
    ['<p contenteditable="true"><b>k</b></p>', 'b'],
    ['<div role="dialog"><button></button></div>', 'button'],
    ['<div role="menu"><div role="menuitemradio"></div></div>', '[role=menuitemradio]'],
  ])('in %s is not the player’s', (markup, selector) => {
    expect(press('m', { target: within(markup, selector) })).toBeUndefined();
  });

  it('is heard from a button, where the space bar presses the button', () => {
    const target = within('<button></button>', 'button');
    expect(press('m', { target })).toBe('mute');
    expect(press(' ', { target })).toBeUndefined();
  });

  it('is heard from a text that has the focus to be read, the space bar too', () => {
    expect(press(' ', { target: within('<div role="tabpanel" tabindex="0"></div>', 'div') })).toBe('toggle');
  });

  it('that is held down goes on seeking, and does nothing else twice', () => {
    expect(press('l', { repeat: true })).toBe('seek-forward');
    expect(press('f', { repeat: true })).toBeUndefined();
  });

  it('that somebody has handled is done with', () => {
    expect(press('k', { defaultPrevented: true })).toBeUndefined();
  });
});
