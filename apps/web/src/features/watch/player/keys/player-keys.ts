/** What a key can make the player do: play, pause, seek, mute, full screen and so on. */
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
  // The media keys of remote controls and keyboards, which the operating system passes on to the page.
  mediaplaypause: 'toggle',
  mediaplay: 'play',
  mediapause: 'pause',
  mediastop: 'pause',
  mediarewind: 'seek-back',
  mediafastforward: 'seek-forward',
  mediatracknext: 'next',
  mediatrackprevious: 'previous',
};

/** The player commands that repeat while their key is held down; all others run once per key press. */
const repeating: readonly PlayerCommand[] = ['seek-back', 'seek-forward'];

/** The fields of a keyboard event that decide which player command it triggers. */
export type PressedKey = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'repeat' | 'target' | 'defaultPrevented'
>;

/** The player command of a keyboard event; `undefined` if a text field, a dialog or the browser uses the key. */
export function readCommand(pressed: PressedKey): PlayerCommand | undefined {
  const command = commands[pressed.key.toLowerCase()];
  if (command === undefined || !isFree(pressed)) return undefined;
  if (pressed.repeat && !repeating.includes(command)) return undefined;
  // The space bar presses the focused button, so it plays or pauses the video only if the video or a text panel of the
  // page has the focus.
  if (pressed.key === ' ' && !isOne(pressed.target, `${videoTargets}, [role="tabpanel"]`)) return undefined;
  return command;
}

/**
 * Whether the player may use a pressed key: not with a modifier key, and not while a text field, menu or dialog has the
 * focus.
 */
export function isFree({ key, altKey, ctrlKey, metaKey, shiftKey, target, defaultPrevented }: PressedKey) {
  if (defaultPrevented || altKey || ctrlKey || metaKey || (shiftKey && key !== '?')) return false;
  if (!(target instanceof Element)) return true;
  return target.closest(`${fields}, [role="dialog"], [role="alertdialog"], [role="menu"]`) === null;
}

const fields =
  'input:not([type=checkbox], [type=radio], [type=button], [type=file], [type=range]), textarea, select, [contenteditable="true"]';

const videoTargets = 'media-controller, main, body, html';

/** Whether the target of a keyboard event is the video, or the page itself because no element has the focus. */
export function isVideoTarget(target: EventTarget | null): boolean {
  return isOne(target, videoTargets);
}

function isOne(target: EventTarget | null, selector: string): boolean {
  return !(target instanceof Element) || target.matches(selector);
}
