/** The command that a key gives to the player. */
export type PlayerCommand =
  | 'toggle'
  | 'play'
  | 'pause'
  | 'seek-back'
  | 'seek-forward'
  | 'fullscreen'
  | 'mute'
  | 'captions'
  | 'pip'
  | 'next'
  | 'previous'
  | 'help'
  | 'close';

const commands: Readonly<Record<string, PlayerCommand>> = {
  ' ': 'toggle',
  k: 'toggle',
  j: 'seek-back',
  l: 'seek-forward',
  f: 'fullscreen',
  m: 'mute',
  c: 'captions',
  p: 'pip',
  n: 'next',
  '?': 'help',
  escape: 'close',
  // The keys of remotes and keyboards that the system leaves to the page.
  mediaplaypause: 'toggle',
  mediaplay: 'play',
  mediapause: 'pause',
  mediastop: 'pause',
  mediarewind: 'seek-back',
  mediafastforward: 'seek-forward',
  mediatracknext: 'next',
  mediatrackprevious: 'previous',
};

/** Held down, these go on; the others act once. */
const repeating: readonly PlayerCommand[] = ['seek-back', 'seek-forward'];

/** The part of a key event that is read here. */
export type PressedKey = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'repeat' | 'target' | 'defaultPrevented'
>;

/** Reads the player's command of a key; `undefined` for keys of a field, a dialog or the browser. */
export function readCommand(pressed: PressedKey): PlayerCommand | undefined {
  const command = commands[pressed.key.toLowerCase()];
  if (command === undefined || !isFree(pressed)) return undefined;
  if (pressed.repeat && !repeating.includes(command)) return undefined;
  // The space bar presses the focused control; a focused text is only read.
  if (pressed.key === ' ' && !isOne(pressed.target, `${picture}, [role="tabpanel"]`)) return undefined;
  return command;
}

/** Whether a key is free for the player: no modifier, field, menu or dialog uses it. */
export function isFree({ key, altKey, ctrlKey, metaKey, shiftKey, target, defaultPrevented }: PressedKey) {
  if (defaultPrevented || altKey || ctrlKey || metaKey || (shiftKey && key !== '?')) return false;
  if (!(target instanceof Element)) return true;
  return target.closest(`${fields}, [role="dialog"], [role="alertdialog"], [role="menu"]`) === null;
}

const fields =
  'input:not([type=checkbox], [type=radio], [type=button], [type=file]), textarea, select, [contenteditable="true"]';

const picture = 'media-controller, main, body, html';

/** The picture has the keys, or nothing does. */
export function isPicture(target: EventTarget | null): boolean {
  return isOne(target, picture);
}

function isOne(target: EventTarget | null, selector: string): boolean {
  return !(target instanceof Element) || target.matches(selector);
}
