import type { ChannelCard } from '@butaca/contract';
import { Button, Notice, Select } from '@butaca/ui';
import { Clock, Moon } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { atTimeOfDay, dayText, startOfDay } from '../../../../shared/guide/programme-time.ts';
import { ProgrammeSheet, type SheetSubject } from '../../../../shared/guide/programme-sheet.tsx';
import { axisOf, daysBeforeOf, daysOf } from './guide-axis.ts';
import { GuideGrid, type Cursor } from './guide-grid.tsx';
import { keepPlace, readPlace, type ChosenCell } from './guide-places.ts';
import type { Genre, GuideProps } from './guide-props.ts';
import { useGuideWindows } from './use-guide-windows.ts';
import { usePlane } from './use-plane.ts';

const hourMs = 3_600_000;
/** The hour of the day with which «Esta noche» begins. */
const eveningHour = 21;

/** The grid of the guide with the tools above it: the day, the genre, «Ahora» and «Esta noche». */
export function GuideTable({
  category,
  term,
  channels,
  onAir,
  minute,
  genres,
}: GuideProps & { genres: readonly Genre[] }) {
  const box = useRef<HTMLDivElement>(null);
  const today = startOfDay(minute);
  const daysBefore = useMemo(
    () => daysBeforeOf(channels.map(({ _id }) => onAir.get(_id)?.archiveDays ?? null)),
    [channels, onAir],
  );
  const axis = useMemo(() => axisOf(today, daysBefore), [today, daysBefore]);
  const isReturn = useNavigationType() === NavigationType.Pop;
  const plane = usePlane(box, axis, channels.length, minute, { name: category, isReturn });
  const [openedMs] = useState(minute);
  const [chosen, setChosen] = useState(() => (isReturn ? readPlace(category).cell : undefined));
  const [takesFocus] = useState(chosen !== undefined);
  useEffect(() => keepPlace(category, { cell: chosen }), [category, chosen]);
  const cursor = useMemo(
    () => cursorOf(chosen, channels) ?? { row: 0, atMs: openedMs },
    [chosen, channels, openedMs],
  );
  const setCursor = ({ row, atMs }: Cursor): void => {
    const channel = channels[row];
    if (channel !== undefined) setChosen({ channelId: channel._id, row, atMs });
  };
  const { cellsOfRow, isFailed, retry } = useGuideWindows(channels, axis, plane.part, cursor);
  const [genre, setGenre] = useState('');
  const [subject, setSubject] = useState<SheetSubject>();
  const { pathname, search } = useLocation();
  const lineup = useMemo(() => ({ category, term }), [category, term]);
  const findCursor = useCallback(
    () => box.current?.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]') ?? null,
    [],
  );
  const days = daysOf(minute, daysBefore);
  // The day picker follows the instant one hour after the left edge, because the first hour may be half out of view.
  const day = startOfDay(plane.edgeMs + hourMs);

  const goTo = (atMs: number): void => {
    setCursor({ row: Math.min(plane.part.first, cursor.row), atMs });
    plane.showInstant(atMs);
  };
  const chooseDay = (startMs: number): void => {
    const present = new Date(minute);
    // On another day the guide stays at the same time of day.
    goTo(atTimeOfDay(startMs, present.getHours(), present.getMinutes()));
  };

  return (
    <div className="guide">
      <div className="guide__tools">
        <Button size="sm" icon={<Clock className="ico" aria-hidden />} onClick={() => goTo(minute)}>
          Ahora
        </Button>
        <Button
          size="sm"
          icon={<Moon className="ico" aria-hidden />}
          onClick={() => goTo(atTimeOfDay(minute, eveningHour))}
        >
          Esta noche
        </Button>
        <Select
          label="Día"
          hideLabel
          size="sm"
          className="guide__choice"
          value={String(days.includes(day) ? day : today)}
          options={days.map((startMs) => ({ value: String(startMs), label: dayText(startMs, minute) }))}
          onChange={({ currentTarget }) => chooseDay(Number(currentTarget.value))}
        />
        {genres.length === 0 ? null : (
          <Select
            label="Género"
            hideLabel
            size="sm"
            className="guide__choice"
            value={genre}
            options={[{ value: '', label: 'Todos los géneros' }, ...genres]}
            onChange={({ currentTarget }) => setGenre(currentTarget.value)}
          />
        )}
      </div>
      {isFailed ? (
        <Notice
          tone="danger"
          action={
            <Button size="sm" onClick={retry}>
              Reintentar
            </Button>
          }
        >
          No se pudo cargar una parte de la guía.
        </Notice>
      ) : null}
      <GuideGrid
        label={`Guía de ${category}`}
        channels={channels}
        onAir={onAir}
        axis={axis}
        plane={plane}
        box={box}
        cellsOfRow={cellsOfRow}
        minute={minute}
        cursor={cursor}
        takesFocus={takesFocus}
        onCursor={setCursor}
        genre={genre}
        onOpen={setSubject}
      />
      <ProgrammeSheet
        subject={subject}
        onClose={() => setSubject(undefined)}
        from={pathname + search}
        lineup={lineup}
        finalFocus={findCursor}
      />
    </div>
  );
}

/** Where the chosen cell is among the channels: in the row of its channel, or of the one that has taken its place. */
function cursorOf(chosen: ChosenCell | undefined, channels: readonly ChannelCard[]): Cursor | undefined {
  if (chosen === undefined) return undefined;
  const row = channels.findIndex(({ _id }) => _id === chosen.channelId);
  return { row: row === -1 ? Math.min(chosen.row, channels.length - 1) : row, atMs: chosen.atMs };
}
