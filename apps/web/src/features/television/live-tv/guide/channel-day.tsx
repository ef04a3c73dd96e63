import type { ChannelCard, Programme } from '@butaca/contract';
import { Button, classes, EmptyState, ErrorState, IconButton, Select, SkeletonRows } from '@butaca/ui';
import { useQueries } from '@tanstack/react-query';
import { ArrowLeft, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useSearchParams } from '../../../../platform/navigation/use-navigation.ts';
import type { Lineup } from '../../../../shared/card/lineup.ts';
import { windowMs, windowQuery, type TimedProgramme } from '../../../../shared/guide/guide.queries.ts';
import { Bar } from '../../../../shared/guide/now-next.tsx';
import { ProgrammeSheet, type SheetSubject } from '../../../../shared/guide/programme-sheet.tsx';
import { clockText, dayText, episodeText, startOfDay } from '../../../../shared/guide/programme-time.ts';
import { paths } from '../../../../shared/paths.ts';
import { daysBeforeOf, daysOf } from './guide-axis.ts';

interface ChannelDayProps {
  channel: ChannelCard;
  /** For how many days the archive of the channel keeps programmes; `null` without an archive. */
  archiveDays: number | null;
  minute: number;
  lineup: Lineup;
}

/** What one channel shows on a day: a list for phones, which begins at the programme that is on. */
export function ChannelDay({ channel, archiveDays, minute, lineup }: ChannelDayProps) {
  const today = startOfDay(minute);
  const [day, setDay] = useState(today);
  const [subject, setSubject] = useState<SheetSubject>();
  const [query, setQuery] = useSearchParams();
  const { pathname, search } = useLocation();
  const nextDay = startOfDay(day, 1);
  const windows = Array.from(
    { length: Math.ceil((nextDay - day) / windowMs) },
    (_, index) => day + index * windowMs,
  );
  const results = useQueries({ queries: windows.map((fromMs) => windowQuery([channel._id], fromMs)) });
  const failed = results.find(({ isLoadingError }) => isLoadingError);
  const isPending = results.some(({ isPending: isWaiting }) => isWaiting);
  const programmes = listOnce(
    results.flatMap(({ data }) => data?.get(channel._id) ?? []).filter(({ startMs }) => startMs < nextDay),
  );
  const list = useRef<HTMLUListElement>(null);
  // Once for each day that opens: the programmes of the day change while the person reads further down.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a day opens when it is chosen and when it has loaded
  useEffect(() => showPresent(list.current), [day, isPending]);
  const { _id, name: title, logo, colour } = channel;
  const handleBack = (): void => {
    const all = new URLSearchParams(query);
    all.delete('canal');
    setQuery(all, { replace: true });
  };

  return (
    <section className="guideday" aria-labelledby="guideday-title">
      <header className="guideday__head">
        <IconButton label="Todos los canales" onClick={handleBack}>
          <ArrowLeft className="ico" aria-hidden />
        </IconButton>
        <h2 id="guideday-title">{title}</h2>
        <Button
          size="sm"
          variant="primary"
          icon={<Play className="ico ico--fill" aria-hidden />}
          render={
            <Link
              to={paths.watch('channel', _id)}
              state={{ from: pathname + search, lineup, title, logo, colour }}
              aria-label={`Ver ${title}`}
            />
          }
        >
          Ver
        </Button>
      </header>
      <Select
        label="Día"
        hideLabel
        size="sm"
        value={String(day)}
        options={daysOf(minute, daysBeforeOf([archiveDays])).map((startMs) => ({
          value: String(startMs),
          label: dayText(startMs, minute),
        }))}
        onChange={({ currentTarget }) => setDay(Number(currentTarget.value))}
      />
      {failed === undefined ? null : (
        <ErrorState
          title="No se pudo cargar la guía de este canal."
          action={
            <Button variant="primary" onClick={() => void failed.refetch()}>
              Reintentar
            </Button>
          }
        />
      )}
      {isPending ? (
        <SkeletonRows count={8} label="Cargando la guía..." />
      ) : programmes.length === 0 && failed === undefined ? (
        <EmptyState
          title={
            archiveDays === null && nextDay <= minute
              ? 'Este canal no tiene archivo: de este día no queda nada.'
              : 'La guía no dice nada de este día.'
          }
        />
      ) : (
        <ul ref={list}>
          {programmes.map((programme) => (
            <DayRow
              key={programme.startsAt}
              programme={programme}
              minute={minute}
              onOpen={() => setSubject({ channel, programme })}
            />
          ))}
        </ul>
      )}
      <ProgrammeSheet
        subject={subject}
        onClose={() => setSubject(undefined)}
        from={pathname + search}
        lineup={lineup}
      />
    </section>
  );
}

/** Programmes without those that the next window repeats. */
const listOnce = (programmes: readonly TimedProgramme[]): Programme[] => [
  ...new Map(programmes.map(({ startMs, programme }) => [startMs, programme])).values(),
];

interface DayRowProps {
  programme: Programme;
  minute: number;
  onOpen: () => void;
}

function DayRow({ programme, minute, onOpen }: DayRowProps) {
  const startMs = Date.parse(programme.startsAt);
  const isOver = Date.parse(programme.endsAt) <= minute;
  const isOn = startMs <= minute && !isOver;
  return (
    <li className={classes('guideday__row', isOn && 'is-on', isOver && 'is-over')}>
      <button type="button" onClick={onOpen} aria-current={isOn ? 'true' : undefined}>
        <span className="num">{clockText(startMs)}</span>
        <span className="guideday__words">
          <b>{programme.title}</b>
          {episodeText(programme) === '' ? null : <span>{episodeText(programme)}</span>}
          {isOver && programme.canPlayFromStart ? <span>Se puede ver</span> : null}
          {isOn ? <Bar programme={programme} minute={minute} /> : null}
        </span>
      </button>
    </li>
  );
}

/** Scrolls to the programme that is on, where the list has it. */
const showPresent = (list: HTMLElement | null): void =>
  list?.querySelector('.is-on')?.scrollIntoView({ block: 'center' });
