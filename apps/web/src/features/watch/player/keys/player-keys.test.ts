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

describe('the player’s keyboard commands', () => {
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
  ])('%s gives the command %s', (key, command) => {
    expect(press(key)).toBe(command);
  });

  it('? with Shift gives the command help', () => {
    expect(press('?', { shiftKey: true })).toBe('help');
  });

  it('a slider leaves «back» of a remote control, which comes as Escape, to the player', () => {
    expect(press('Escape', { target: within('<input type="range">', 'input') })).toBe('close');
  });

  it.each(['altKey', 'ctrlKey', 'metaKey', 'shiftKey'] as const)(
    'a letter with %s gives no command',
    (modifier) => {
      expect(press('f', { [modifier]: true })).toBeUndefined();
    },
  );

  it.each([
    ['<input>', 'input'],
    ['<input type="search">', 'input'],
    ['<textarea></textarea>', 'textarea'],
    ['<select></select>', 'select'],
    ['<p contenteditable="true"><b>k</b></p>', 'b'],
    ['<div role="dialog"><button></button></div>', 'button'],
    ['<div role="menu"><div role="menuitemradio"></div></div>', '[role=menuitemradio]'],
  ])('a letter typed in %s gives no command', (markup, selector) => {
    expect(press('m', { target: within(markup, selector) })).toBeUndefined();
  });

  it('a focused button leaves letters to the player, and keeps the space bar for itself', () => {
    const target = within('<button></button>', 'button');
    expect(press('m', { target })).toBe('mute');
    expect(press(' ', { target })).toBeUndefined();
  });

  it('the space bar gives its command while a focused text panel is being read', () => {
    expect(press(' ', { target: within('<div role="tabpanel" tabindex="0"></div>', 'div') })).toBe('toggle');
  });

  it('a key that is held down repeats a seek, and no other command', () => {
    expect(press('l', { repeat: true })).toBe('seek-forward');
    expect(press('f', { repeat: true })).toBeUndefined();
  });

  it('a key whose event is already handled gives no command', () => {
    expect(press('k', { defaultPrevented: true })).toBeUndefined();
  });
});
