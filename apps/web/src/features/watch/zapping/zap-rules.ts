/*
 * The numbers of channels. A channel's number is its position in the list of its section, from 1, as the lists show it. A step
 * skips channels that the plan does not open, and wraps around at both ends.
 */
import type { ZapChannel } from './zapping.queries.ts';

/** A television has no longer numbers. */
const mostDigits = 4;

/** @returns its number; `undefined` for one that the list has not */
export function numberOf(lineup: readonly ZapChannel[], id: string): number | undefined {
  const at = lineup.findIndex(({ _id }) => _id === id);
  return at === -1 ? undefined : at + 1;
}

/** @returns the channel of a number that was typed; `undefined` where no channel has it */
export function channelOf(lineup: readonly ZapChannel[], typed: string): ZapChannel | undefined {
  return lineup[Number(typed) - 1];
}

/** @returns the next channel that opens; `undefined` where there is no other */
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

/** @returns the digits so far with one more; the last one begins anew where there are too many */
export const typeDigit = (typed: string, digit: string): string =>
  typed.length < mostDigits ? typed + digit : digit;

/** The channels that a person has watched, the newest first: as many as it takes to go back. */
export function noteWatched(watched: readonly ZapChannel[], channel: ZapChannel): readonly ZapChannel[] {
  const [newest] = watched;
  if (newest?._id === channel._id) return watched;
  return newest === undefined ? [channel] : [channel, newest];
}

/** @returns the one before the one that is on */
export const lastWatched = (watched: readonly ZapChannel[], id: string): ZapChannel | undefined =>
  watched.find(({ _id }) => _id !== id);

/** Most that a list shows: a section may hold thousands, and «TV en Vivo» has all of them. */
const mostListed = 100;

/** The channels on both sides of one, each with its number. */
export function listAround<T extends ZapChannel>(
  lineup: readonly T[],
  id: string,
): readonly (readonly [number: number, channel: T])[] {
  const at = lineup.findIndex(({ _id }) => _id === id);
  const start = Math.max(0, Math.min(at - mostListed / 2, lineup.length - mostListed));
  return lineup
    .slice(start, start + mostListed)
    .map((channel, index) => [start + index + 1, channel] as const);
}
