/* Zapping: changing the channel on the watch page as on a television. A banner names the requested channel at once;
   the first step opens its channel at once; steps that follow within 300 ms open only the channel where they end, 300 ms
   after the last one, and those in between are never requested from the server. A typed number opens its channel 1.5 s
   after the last digit, or at once with Enter. For a channel that the person's plan does not open, a notice is shown over
   the video, which continues to play. */
import { allChannelsCategory } from '@butaca/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from '../../../platform/navigation/use-navigation.ts';
import { channelsQuery, unresponsiveQuery } from '../../../shared/card/channels.queries.ts';
import { paths } from '../../../shared/paths.ts';
import { useWatchOrigin } from '../frame/watch-origin.ts';
import { requestChannel } from '../delivery/delivery.queries.ts';
import type { ShownLineup } from './use-lineup.ts';
import {
  changeWatchedChannels,
  dropWatched,
  watchedChannelsQuery,
  type ZapChannel,
} from './zapping.queries.ts';
import { channelOf, lastWatched, noteWatched, stepFrom, typeDigit } from './zap-rules.ts';
import { after, steadyMs } from '../../../platform/base/clock.ts';

const stepRestMs = 300;
const typingRestMs = 1_500;
const noticeMs = 2_500;
/** How long the banner with the name of a newly opened channel is shown. */
const arrivalMs = 3_000;

export interface Zapping {
  lineup: ShownLineup;
  current: ZapChannel;
  /** The digits of a channel number typed so far. */
  typed: string;
  /** The channel with the number typed so far; `undefined` if there is none. */
  typedChannel: ZapChannel | undefined;
  /** Whether it is not yet known which channel has that number. */
  isNumberAsked: boolean;
  /** The channel that «channel up» or «channel down» has reached and that opens next. */
  target: ZapChannel | undefined;
  /** Why the requested channel was not opened, as a Spanish sentence; empty if there is nothing to say. */
  notice: string;
  /** Whether the channel was changed within the last three seconds, so that its name is still shown. */
  isArriving: boolean;
  isListOpen: boolean;
  /** The ids of the channels that did not play when somebody opened them last. */
  unresponsive: ReadonlySet<string>;
  /** Opens the next channel that the plan opens and that is not known not to respond; `undefined` if there is none. */
  openNext: (() => void) | undefined;
  /** Whether the lineup has another channel that the person's plan opens. */
  canStep: boolean;
  /**
   * Steps to the next channel upwards or downwards.
   *
   * @param atMs when the person stepped, as `Event.timeStamp` says; without it, now, which for an event would include the
   *   work that the steps before it have caused
   */
  step: (by: 1 | -1, atMs?: number) => void;
  type: (digit: string) => void;
  /** Opens the channel with the typed number at once. */
  commit: () => void;
  /** Removes the last digit of the typed channel number; with `all`, every digit. */
  erase: (all?: boolean) => void;
  openLast: () => void;
  open: (channel: ZapChannel) => void;
  showList: (isOpen: boolean) => void;
}

/**
 * Keeps what the person has asked for while changing the channel («zapping»: typed digits, requested channel, channel
 * list), and opens the requested channels.
 */
export function useZapping(current: ZapChannel, lineup: ShownLineup, isLoaded: boolean): Zapping {
  const { channels } = lineup;
  const { data: unresponsive = noIds } = useQuery(unresponsiveQuery());
  const navigate = useNavigate();
  const { from, lineup: carried } = useWatchOrigin();
  const [typed, setTyped] = useState('');
  const { typedChannel, isLoading } = useTypedChannel(channels, typed);
  // The channel that was requested last stays here after it has opened. Were it removed while its page is rendered, React
  // might compute a step in that moment from a rendering that it has not shown yet, and count from the channel before.
  const [requested, setRequested] = useState<ZapChannel>();
  const target = requested?._id === current._id ? undefined : requested;
  const watched = useWatched(current, isLoaded && target === undefined);
  const [notice, setNotice] = useState('');
  const [isListOpen, setListOpen] = useState(false);
  const isArriving = useArriving(current._id);
  const [opening, setOpening] = useState<string>();
  const burst = useBursts();
  const client = useQueryClient();
  const [seen, setSeen] = useState(current._id);
  if (seen !== current._id) {
    setSeen(current._id);
    // The channel was changed by a link, which cancels «channel up» and «channel down» presses that have not opened
    // their channel yet. If zapping itself changed the channel, such presses are newer and stay.
    if (opening !== current._id) setRequested(undefined);
  }

  function open(channel: ZapChannel): void {
    setTyped('');
    setListOpen(false);
    // The opened channel replaces «channel up» and «channel down» presses that have not opened their channel yet;
    // further presses count from the opened channel.
    setRequested(channel.locked || channel._id === current._id ? undefined : channel);
    if (channel.locked) return setNotice(`Tu plan no incluye ${channel.name}.`);
    setNotice('');
    if (channel._id === current._id) return undefined;
    setOpening(channel._id);
    requestChannel(client, channel._id);
    const { name: title, logo, colour } = channel;
    navigate(paths.watch('channel', channel._id), {
      replace: true,
      preventScrollReset: true,
      state: { from, lineup: carried, title, logo, colour },
    });
  }

  function commit(): void {
    if (typedChannel !== undefined) return open(typedChannel);
    // The list of all channels is still on its way.
    if (isLoading) return undefined;
    setTyped('');
    setNotice(`No hay ningún canal con el número ${Number(typed)}.`);
  }

  useRest(stepRestMs, target, open);
  useRest(typingRestMs, isLoading ? undefined : typed || undefined, commit);
  useRest(noticeMs, notice || undefined, () => setNotice(''));

  const next = nextAwake(channels, current._id, unresponsive);
  return {
    lineup,
    current,
    typed,
    typedChannel,
    isNumberAsked: typedChannel === undefined && isLoading,
    unresponsive,
    openNext: next && (() => open(next)),
    target,
    notice,
    isArriving,
    isListOpen,
    canStep: stepFrom(channels, current._id, 1) !== undefined,
    step(by, atMs = steadyMs()) {
      const next = stepFrom(channels, (target ?? current)._id, by);
      if (next === undefined) return undefined;
      if (burst.begins(atMs, next._id)) return open(next);
      if (burst.beganWith(current._id)) dropWatched(client, current._id);
      setTyped('');
      setNotice('');
      setRequested((before) => stepFrom(channels, (before ?? current)._id, by));
      return undefined;
    },
    type(digit) {
      setRequested(undefined);
      setNotice('');
      setTyped((before) => typeDigit(before, digit));
    },
    commit,
    erase: (all = false) => setTyped((before) => (all ? '' : before.slice(0, -1))),
    openLast() {
      const last = lastWatched(watched, current._id);
      if (last === undefined) setNotice('Todavía no hay un canal anterior.');
      else open(last);
    },
    open,
    showList(isOpen) {
      setTyped('');
      setNotice('');
      setListOpen(isOpen && channels.length > 0);
    },
  };
}

/** Tells the first of several steps from those that follow it within {@link stepRestMs}. */
function useBursts() {
  const last = useRef({ atMs: -Infinity, firstId: '' });
  return {
    /** Notes a step to the channel with the given id. @returns whether it is the first of a burst */
    begins(atMs: number, id: string): boolean {
      const isFirst = atMs - last.current.atMs > stepRestMs;
      last.current = { atMs, firstId: isFirst ? id : last.current.firstId };
      return isFirst;
    },
    /** Whether the first step of the last burst opened this channel, which further steps only pass. */
    beganWith: (id: string): boolean => last.current.firstId === id,
  };
}

/** The channel with the typed number, also one outside of the lineup, and whether the list of all channels still loads. */
function useTypedChannel(channels: readonly ZapChannel[], typed: string) {
  const all = useQuery({ ...channelsQuery(allChannelsCategory), enabled: typed !== '' });
  const typedChannel = channelOf(channels, typed) ?? channelOf(all.data ?? [], typed);
  return { typedChannel, isLoading: all.isLoading };
}

/**
 * Debounces: calls `onRest` with the value `newest` once it has not changed for `restMs`; `undefined` starts no timer.
 */
function useRest<T>(restMs: number, newest: T | undefined, onRest: (newest: T) => void): void {
  const act = useEffectEvent(onRest);
  useEffect(() => {
    if (newest === undefined) return undefined;
    return after(restMs, () => act(newest));
  }, [restMs, newest]);
}

/** The channel after the given one that is not known not to respond; without one, the one after it. */
function nextAwake(channels: readonly ZapChannel[], id: string, unresponsive: ReadonlySet<string>) {
  const awake = channels.filter(({ _id }) => _id === id || !unresponsive.has(_id));
  return stepFrom(awake, id, 1) ?? stepFrom(channels, id, 1);
}

const none: readonly ZapChannel[] = [];
const noIds: ReadonlySet<string> = new Set();

/**
 * The last channels that the person watched since they signed in, newest first; the present channel is added when it has
 * loaded and no step away from it is pending.
 */
function useWatched(current: ZapChannel, isWatched: boolean): readonly ZapChannel[] {
  const client = useQueryClient();
  const { data = none } = useQuery(watchedChannelsQuery());
  useEffect(() => {
    if (!isWatched) return;
    changeWatchedChannels(client, (before) => noteWatched(before, current));
  }, [client, current, isWatched]);
  return data;
}

/**
 * Whether the channel was changed within the last three seconds; false for the channel with which the watch page was
 * opened.
 */
function useArriving(id: string): boolean {
  const [settledId, setSettledId] = useState(id);
  useRest(arrivalMs, settledId === id ? undefined : id, setSettledId);
  return settledId !== id;
}
