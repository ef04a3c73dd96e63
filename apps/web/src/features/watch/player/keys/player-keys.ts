/** The player's commands that a key can trigger. */
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
  // The media keys of remote controls and keyboards that the system passes on to the page.
  mediaplaypause: 'toggle',
  mediaplay: 'play',
  mediapause: 'pause',
  mediastop: 'pause',
  mediarewind: 'seek-back',
  mediafastforward: 'seek-forward',
  mediatracknext: 'next',
  mediatrackprevious: 'previous',
};

/** The commands that repeat while their key is held down; the other commands run once per press. */
const repeating: readonly PlayerCommand[] = ['seek-back', 'seek-forward'];

/** The fields of a key event that this file reads. */
export type PressedKey = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'repeat' | 'target' | 'defaultPrevented'
>;

/** The player command of a key event; `undefined` if the key belongs to a field, a dialog or the browser. */
export function readCommand(pressed: PressedKey): PlayerCommand | undefined {
  const command = commands[pressed.key.toLowerCase()];
  if (command === undefined || !isFree(pressed)) return undefined;
  if (pressed.repeat && !repeating.includes(command)) return undefined;
  // The space bar presses the focused control, so the player uses it only if the video or a text panel has the focus.
  if (pressed.key === ' ' && !isOne(pressed.target, `${picture}, [role="tabpanel"]`)) return undefined;
  return command;
}

/** Whether the player may use a key: not with a modifier key, and not in a field, menu or dialog. */
export function isFree({ key, altKey, ctrlKey, metaKey, shiftKey, target, defaultPrevented }: PressedKey) {
  if (defaultPrevented || altKey || ctrlKey || metaKey || (shiftKey && key !== '?')) return false;
  if (!(target instanceof Element)) return true;
  return target.closest(`${fields}, [role="dialog"], [role="alertdialog"], [role="menu"]`) === null;
}

const fields =
  'input:not([type=checkbox], [type=radio], [type=button], [type=file]), textarea, select, [contenteditable="true"]';

const picture = 'media-controller, main, body, html';

/** Whether a key event's target is the video, or the page without a focused element. */
export function isPicture(target: EventTarget | null): boolean {
  return isOne(target, picture);
}

function isOne(target: EventTarget | null, selector: string): boolean {
  return !(target instanceof Element) || target.matches(selector);
}
