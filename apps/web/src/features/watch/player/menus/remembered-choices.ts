import { readItem, writeItem } from '../../../../platform/session/session-storage.ts';

const key = 'playerChoices';

/** The person's last choices in the player's menus, stored on this device for the next title. */
export interface PlayerChoices {
  /** The BCP 47 tag of the audio track. */
  audio?: string;
  /** The BCP 47 tag of the subtitles; `off` for no subtitles. */
  subtitles?: string;
  /** The playback speed; 1 is normal. */
  rate?: number;
}

/** Reads the stored choices; invalid ones are left out. */
export function readChoices(): PlayerChoices {
  const { audio, subtitles, rate } = readObject(readItem(key));
  return {
    ...(isTag(audio) && { audio }),
    ...(isTag(subtitles) && { subtitles }),
    ...(typeof rate === 'number' && rate >= 0.25 && rate <= 4 && { rate }),
  };
}

/** Stores a choice and keeps the other stored choices. */
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
