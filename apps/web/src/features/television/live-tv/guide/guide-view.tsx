import { foldText, type ChannelCard, type Programme } from '@butaca/contract';
import { Button, EmptyState, ErrorState, SkeletonRows } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useSyncExternalStore } from 'react';
import { messageOf } from '../../../../platform/api/api-error.ts';
import { channelsQuery } from '../../../../shared/card/channels.queries.ts';
import { filterByName } from '../../../../shared/card/lineup.ts';
import { scopeOf, nowQuery, type OnAirByChannel } from '../../../../shared/guide/guide.queries.ts';
import { useGuideMinute } from '../../../../shared/guide/use-guide-minute.ts';
import type { Genre } from './guide-props.ts';
import { PhoneGuide } from './phone-guide.tsx';
import { GuideTable } from './guide-table.tsx';
import './guide.css';

/** How many genres the guide offers: the most frequent ones. */
const mostGenres = 24;

/** A phone in portrait orientation has no room for a grid. */
const narrow = '(max-width: 639px)';
const subscribe = (onChange: () => void): (() => void) => {
  const list = matchMedia(narrow);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
};

/**
 * «Guía» of «TV en Vivo»: what the channels of a category show, for those that have a guide; on a phone what is on now and
 * next, and the day of one channel.
 */
export function GuideView({ category, term }: { category: string; term: string }) {
  const channels = useQuery(channelsQuery(category));
  const onAir = useQuery(nowQuery(scopeOf(category)));
  const minute = useGuideMinute();
  const isNarrow = useSyncExternalStore(subscribe, () => matchMedia(narrow).matches);
  const shownTerm = useDeferredValue(term);
  const shown = useMemo(
    () => filterByName(channels.data ?? [], shownTerm).filter(({ _id }) => onAir.data?.has(_id) === true),
    [channels.data, onAir.data, shownTerm],
  );
  const genres = useMemo(() => listGenres(onAir.data, shown), [onAir.data, shown]);

  const failed = [channels, onAir].find(({ isLoadingError }) => isLoadingError);
  if (failed !== undefined) {
    return (
      <ErrorState
        title={messageOf(failed.error, 'No se pudo cargar la guía.')}
        action={
          <Button variant="primary" onClick={() => void failed.refetch()}>
            Reintentar
          </Button>
        }
      />
    );
  }
  if (channels.data === undefined || onAir.data === undefined) {
    return <SkeletonRows count={8} label="Cargando la guía..." />;
  }
  if (shown.length === 0) {
    return (
      <div role="status">
        <EmptyState
          title={
            shownTerm === ''
              ? `Los canales de ${category} no tienen guía.`
              : `Ningún canal con guía se llama «${shownTerm}».`
          }
          reason="En «Canales» están todos, también los que no tienen guía."
        />
      </div>
    );
  }
  const rest = { category, term: shownTerm, channels: shown, onAir: onAir.data, minute };
  if (isNarrow) return <PhoneGuide {...rest} />;
  return <GuideTable {...rest} key={category} genres={genres} />;
}

/** The genres of what the channels show now and next, by name. */
function listGenres(onAir: OnAirByChannel | undefined, channels: readonly ChannelCard[]): Genre[] {
  const found = new Map<string, Genre & { count: number }>();
  const programmes: Programme[] = channels.flatMap(({ _id }) => onAir?.get(_id)?.programmes ?? []);
  for (const label of programmes.flatMap(({ categories }) => categories)) {
    const value = foldText(label);
    const known = found.get(value);
    if (known === undefined) found.set(value, { label, value, count: 1 });
    else known.count += 1;
  }
  const frequent = [...found.values()].toSorted((one, other) => other.count - one.count).slice(0, mostGenres);
  return frequent.toSorted((one, other) => one.label.localeCompare(other.label, 'es'));
}
