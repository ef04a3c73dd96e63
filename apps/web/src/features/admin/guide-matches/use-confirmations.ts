import type { GuideMatch } from '@butaca/contract';
import { notify } from '@butaca/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../platform/api/api-error.ts';
import { everyGuideQuery } from '../guides/guides.queries.ts';
import {
  confirmedAtOnce,
  decideMatch,
  decisionScope,
  listWaiting,
  undoMatch,
  waitingQuery,
  type GuideChoice,
} from './guide-matches.queries.ts';

/** A choice that was made on this page: for which channel, and what had been chosen there before. */
interface Made {
  channelId: string;
  before: GuideChoice | undefined;
}

/** What the page has done so far: which channel is open, and what was chosen. */
interface Progress {
  /** The place of the open channel among the channels, from 0; their number behind the last one. */
  place: number;
  choices: ReadonlyMap<string, GuideChoice>;
  /** The choices that can be undone, the last one at the end. */
  made: readonly Made[];
}

/**
 * Leads through the channels that wait for a decision. A choice is shown at once and sent behind the earlier ones; where the
 * server refuses it, its channel opens again.
 */
export function useConfirmations() {
  const queryClient = useQueryClient();
  const first = useQuery(waitingQuery());
  const [more, setMore] = useState<readonly GuideMatch[]>([]);
  const [{ place, choices, made }, setProgress] = useState<Progress>({
    place: 0,
    choices: new Map(),
    made: [],
  });
  const matches = [...(first.data?.matches ?? []), ...more];
  /** How many channels there are with those that were decided here, by the last answer: others decide too. */
  const [renewedTotal, setRenewedTotal] = useState<number>();
  const total = Math.max(renewedTotal ?? first.data?.total ?? 0, matches.length);
  const placeOf = (channelId: string): number => matches.findIndex((each) => each.channelId === channelId);

  const deciding = useMutation({
    scope: decisionScope,
    mutationFn: ({ channelId, choice }: { channelId: string; choice: GuideChoice }) =>
      decideMatch(channelId, choice),
    onError(error, { channelId }) {
      notify.error(messageOf(error, 'No se pudo guardar lo elegido. Vuelve a elegir.'));
      setProgress((now) => ({
        place: placeOf(channelId),
        choices: without(now.choices, channelId),
        made: now.made.filter((each) => each.channelId !== channelId),
      }));
    },
    onSettled: () => queryClient.invalidateQueries(everyGuideQuery),
  });
  const undoing = useMutation({
    scope: decisionScope,
    mutationFn: ({ channelId }: Made) => undoMatch(channelId),
    // The server remembers one earlier choice for each channel, so what it says holds.
    onSuccess: ({ decision }, { channelId }) =>
      setProgress((now) => ({
        ...now,
        choices:
          decision === null
            ? without(now.choices, channelId)
            : new Map([...now.choices, [channelId, decision]]),
        made: decision === null ? now.made.filter((each) => each.channelId !== channelId) : now.made,
      })),
    onError: (error) => notify.error(messageOf(error, 'No se pudo deshacer.')),
    onSettled: () => queryClient.invalidateQueries(everyGuideQuery),
  });
  const loading = useMutation({
    // Behind the choices that are on their way, which still wait otherwise.
    scope: decisionScope,
    // Those that wait come by their numbers: the ones that this page has and has not decided stand before the others.
    mutationFn: () => {
      const undecided = matches.filter(({ channelId }) => !choices.has(channelId)).length;
      return listWaiting(Math.floor(undecided / confirmedAtOnce) + 1);
    },
    onSuccess({ matches: found, total: waiting }) {
      const added = found.filter(({ channelId }) => placeOf(channelId) === -1);
      setMore([...more, ...added]);
      // A page that brings nothing new is the last one.
      setRenewedTotal(added.length === 0 ? 0 : choices.size + waiting);
    },
    onError: (error) => notify.error(messageOf(error, 'No se pudieron cargar más canales.')),
  });

  const isOpen = place < matches.length;
  return {
    first,
    matches,
    total,
    place,
    choices,
    open: matches[place],
    isLoadingMore: loading.isPending,
    /** Whether channels wait that this page does not have yet. */
    hasMore: matches.length < total,
    loadMore: (): void => loading.mutate(),
    lastMade: made.at(-1),
    choose(choice: GuideChoice): void {
      const channelId = matches[place]?.channelId;
      if (channelId === undefined) return;
      const before = choices.get(channelId);
      if (before?.sourceId === choice.sourceId && before.guideId === choice.guideId) {
        setProgress({ place: place + 1, choices, made });
        return;
      }
      setProgress({
        place: place + 1,
        choices: new Map([...choices, [channelId, choice]]),
        made: [...made, { channelId, before }],
      });
      deciding.mutate({ channelId, choice });
    },
    undo(): void {
      const last = made.at(-1);
      if (last === undefined) return;
      setProgress({
        place: placeOf(last.channelId),
        choices:
          last.before === undefined
            ? without(choices, last.channelId)
            : new Map([...choices, [last.channelId, last.before]]),
        made: made.slice(0, -1),
      });
      undoing.mutate(last);
    },
    step(by: 1 | -1): void {
      if (by === 1 ? isOpen : place > 0) setProgress({ place: place + by, choices, made });
    },
    goTo: (to: number): void => setProgress({ place: to, choices, made }),
  };
}

export type Confirmations = ReturnType<typeof useConfirmations>;

function without<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Map<Key, Value> {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}
