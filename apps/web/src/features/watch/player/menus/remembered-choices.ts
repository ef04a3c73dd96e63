import { readItem, writeItem } from '../../../../platform/session/session-storage.ts';

const key = 'playerChoices';

/**
 * The audio language, subtitles and speed that the person last chose in the player's menus, stored in localStorage for
 * the next title.
 */
export interface PlayerChoices {
  /** The BCP 47 tag of the chosen audio track's language. */
  audio?: string;
  /** The BCP 47 tag of the chosen subtitles' language; `off` for no subtitles. */
  subtitles?: string;
  /** The chosen playback speed; 1 is normal. */
  rate?: number;
}

/** Reads the choices in the player's menus from localStorage; invalid ones are left out. */
export function readChoices(): PlayerChoices {
  const { audio, subtitles, rate } = readObject(readItem(key));
  return {
    ...(isTag(audio) && { audio }),
    ...(isTag(subtitles) && { subtitles }),
    ...(typeof rate === 'number' && rate >= 0.25 && rate <= 4 && { rate }),
  };
}

/** Stores one choice in the player's menus in localStorage and keeps the other stored choices. */
export function rememberChoice(choice: PlayerChoices): void {
  writeItem(key, JSON.stringify({ ...readChoices(), ...choice }));
}

const isTag = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{2,35}$/.test(value);

function readObject(text: string | undefined): Record<keyof PlayerChoices, unknown> {
  const nothing = { audio: undefined, subtitles: undefined, rate: undefined };
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? { ...nothing, ...value } : nothing;
  } catch {
    return nothing;
  }
}
