/*
 * Zapping as on a television. The requested channel is named at once, and opened when the person pauses: 400 ms after
 * the last step, 1.5 s after the last digit, or at once with Enter. Channels that are stepped over are never requested
 * from the server. For a channel that the plan does not open, a notice is shown over the video, which continues to
 * play.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { channelsQuery } from '../../../shared/card/channels.queries.ts';
import { paths } from '../../../shared/paths.ts';
import { useWatchOrigin } from '../frame/watch-origin.ts';
import { changeWatchedChannels, watchedChannelsQuery, type ZapChannel } from './zapping.queries.ts';
import { channelOf, lastWatched, noteWatched, stepFrom, typeDigit } from './zap-rules.ts';

const stepRestMs = 400;
const typingRestMs = 1_500;
const noticeMs = 2_500;
/** How long the name of a newly opened channel is shown. */
const arrivalMs = 3_000;

export interface Zapping {
  /** The channels of the section, in the order of their numbers. */
  lineup: readonly ZapChannel[];
  current: ZapChannel;
  /** The digits typed so far. */
  typed: string;
  /** The channel that the steps have reached and that is about to be opened. */
  target: ZapChannel | undefined;
  /** Why the requested channel was not opened; empty if there is nothing to say. */
  notice: string;
  /** Whether the channel was changed within the last three seconds. */
  isArriving: boolean;
  isListOpen: boolean;
  /** Whether the section has another channel to step to. */
  canStep: boolean;
  step: (by: 1 | -1) => void;
  type: (digit: string) => void;
  /** Opens the channel with the typed number at once. */
  commit: () => void;
  /** Removes the last typed digit; with `all`, every digit. */
  erase: (all?: boolean) => void;
  openLast: () => void;
  open: (channel: ZapChannel) => void;
  showList: (isOpen: boolean) => void;
}

/** Keeps the state of zapping, and opens the channels that the person asks for. */
export function useZapping(current: ZapChannel, isLoaded: boolean): Zapping {
  const { data: lineup = [] } = useQuery(channelsQuery(current.section));
  const watched = useWatched(current, isLoaded);
  const navigate = useNavigate();
  const { from } = useWatchOrigin();
  const [typed, setTyped] = useState('');
  const [target, setTarget] = useState<ZapChannel>();
  const [notice, setNotice] = useState('');
  const [isListOpen, setListOpen] = useState(false);
  const isArriving = useArriving(current._id);
  const [opening, setOpening] = useState<string>();
  const [seen, setSeen] = useState(current._id);
  if (target?._id === current._id) setTarget(undefined);
  if (seen !== current._id) {
    setSeen(current._id);
    // A link to another channel was followed, which cancels pending steps. If zapping itself opened the channel,
    // pending steps are newer and stay.
    if (opening !== current._id) setTarget(undefined);
  }

  function open(channel: ZapChannel): void {
    setTyped('');
    setListOpen(false);
    // The opened channel replaces pending steps; further steps start from it.
    setTarget(channel.locked || channel._id === current._id ? undefined : channel);
    if (channel.locked) return setNotice(`Tu plan no incluye ${channel.name}.`);
    setNotice('');
    if (channel._id === current._id) return undefined;
    setOpening(channel._id);
    const { name: title, logo, colour } = channel;
    void navigate(paths.watch('channel', channel._id), {
      replace: true,
      preventScrollReset: true,
      state: { from, title, logo, colour },
    });
  }

  function commit(): void {
    const channel = channelOf(lineup, typed);
    if (channel !== undefined) return open(channel);
    setTyped('');
    setNotice(`No hay ningún canal con el número ${Number(typed)}.`);
  }

  useRest(stepRestMs, target, open);
  useRest(typingRestMs, typed || undefined, commit);
  useRest(noticeMs, notice || undefined, () => setNotice(''));

  return {
    lineup,
    current,
    typed,
    target,
    notice,
    isArriving,
    isListOpen,
    canStep: stepFrom(lineup, current._id, 1) !== undefined,
    step(by) {
      setTyped('');
      setNotice('');
      setTarget((before) => stepFrom(lineup, (before ?? current)._id, by));
    },
    type(digit) {
      setTarget(undefined);
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
      setListOpen(isOpen && lineup.length > 0);
    },
  };
}

/** Debounces: calls `onRest` with the newest value once it has not changed for `restMs`; `undefined` starts no timer. */
function useRest<T>(restMs: number, newest: T | undefined, onRest: (newest: T) => void): void {
  const act = useEffectEvent(onRest);
  useEffect(() => {
    if (newest === undefined) return undefined;
    const timer = setTimeout(() => act(newest), restMs);
    return () => clearTimeout(timer);
  }, [restMs, newest]);
}

const none: readonly ZapChannel[] = [];

/** The channels watched since the person signed in, newest first; the present channel is added once it has loaded. */
function useWatched(current: ZapChannel, isLoaded: boolean): readonly ZapChannel[] {
  const client = useQueryClient();
  const { data = none } = useQuery(watchedChannelsQuery());
  useEffect(() => {
    if (!isLoaded) return;
    changeWatchedChannels(client, (before) => noteWatched(before, current));
  }, [client, current, isLoaded]);
  return data;
}

/** Whether the channel has just been changed; false for the channel with which the page was opened. */
function useArriving(id: string): boolean {
  const [settledId, setSettledId] = useState(id);
  useRest(arrivalMs, settledId === id ? undefined : id, setSettledId);
  return settledId !== id;
}
