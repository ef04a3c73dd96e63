import { allChannelsCategory } from '@butaca/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { channelsQuery } from '../../../shared/card/channels.queries.ts';
import { filterByName, type LineupChannel } from '../../../shared/card/lineup.ts';
import { useWatchOrigin } from '../frame/watch-origin.ts';

/** The channels through which a person changes, and the name of their list. */
export interface ShownLineup {
  /** The name of the list after «Más en» and «Canales de»: «Cine», «Mi lista», «la búsqueda «faro»». */
  name: string;
  channels: readonly LineupChannel[];
  isPending: boolean;
}

/**
 * The lineup of the watch page: the list from which the channel was opened, as long as it contains the playing channel,
 * or else the channel's section.
 */
export function useLineup(playing: Pick<LineupChannel, '_id' | 'section'>): ShownLineup {
  const { lineup } = useWatchOrigin();
  const carried = lineup !== undefined && 'channels' in lineup ? lineup : undefined;
  const asked = lineup !== undefined && 'category' in lineup ? lineup : undefined;
  const category = useQuery({ ...channelsQuery(asked?.category ?? ''), enabled: asked !== undefined });
  const section = useQuery(channelsQuery(playing.section));
  const term = asked?.term ?? '';
  const found = useMemo(() => filterByName(category.data ?? [], term), [category.data, term]);
  const chosen = carried?.channels ?? found;
  if (chosen.some(({ _id }) => _id === playing._id)) {
    return { name: carried?.name ?? nameOf(asked?.category ?? '', term), channels: chosen, isPending: false };
  }
  const isPending = section.isPending || (asked !== undefined && category.isPending);
  return { name: playing.section, channels: section.data ?? none, isPending };
}

const none: readonly LineupChannel[] = [];

function nameOf(category: string, term: string): string {
  if (term !== '') return `la búsqueda «${term}»`;
  return category === allChannelsCategory ? 'TV en Vivo' : category;
}
