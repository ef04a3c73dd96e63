/* The rules of changing the channel. A channel's number belongs to it on every screen. «Channel up» and «channel down»
   step through the lineup, skip channels that the person's plan does not open, and wrap around at both ends. */
import type { ZapChannel } from './zapping.queries.ts';

/** The largest number of digits that a typed channel number may have. */
const mostDigits = 6;

/** @returns the channel with the typed number; `undefined` if no channel has that number */
export function channelOf(channels: readonly ZapChannel[], typed: string): ZapChannel | undefined {
  return channels.find(({ number }) => number === Number(typed));
}

/**
 * @returns the next channel, upwards or downwards from the given one, that the person's plan opens; `undefined` if
 *   there is none
 */
export function stepFrom(lineup: readonly ZapChannel[], id: string, step: 1 | -1): ZapChannel | undefined {
  const from = lineup.findIndex(({ _id }) => _id === id);
  const start = from === -1 && step === -1 ? 0 : from;
  for (let passed = 1; passed <= lineup.length; passed += 1) {
    const at = (start + step * passed + lineup.length * passed) % lineup.length;
    const channel = lineup[at];
    if (channel !== undefined && !channel.locked && channel._id !== id) return channel;
  }
  return undefined;
}

/** @returns the digits of a channel number with one more typed digit; one digit too many starts a new number */
export const typeDigit = (typed: string, digit: string): string =>
  typed.length < mostDigits ? typed + digit : digit;

/**
 * Adds a channel to the watched channels, newest first; only two are kept, enough to return to the previous channel.
 */
export function noteWatched(watched: readonly ZapChannel[], channel: ZapChannel): readonly ZapChannel[] {
  const [newest] = watched;
  if (newest?._id === channel._id) return watched;
  return newest === undefined ? [channel] : [channel, newest];
}

/** @returns the channel that the person watched before the present one */
export const lastWatched = (watched: readonly ZapChannel[], id: string): ZapChannel | undefined =>
  watched.find(({ _id }) => _id !== id);

/** The largest number of channels that the channel list shows at once: a section may hold thousands. */
const mostListed = 100;

export function listAround<T extends ZapChannel>(lineup: readonly T[], id: string): readonly T[] {
  const at = lineup.findIndex(({ _id }) => _id === id);
  const start = Math.max(0, Math.min(at - mostListed / 2, lineup.length - mostListed));
  return lineup.slice(start, start + mostListed);
}
