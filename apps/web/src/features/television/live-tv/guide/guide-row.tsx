import { foldText, type ChannelCard } from '@butaca/contract';
import { classes, Picture } from '@butaca/ui';
import { memo } from 'react';
import { imageAddress } from '../../../../platform/api/image-address.ts';
import { clockText, dayText, percentOver, startOfDay } from '../../../../shared/guide/programme-time.ts';
import { isBeyondArchive, offsetOf, type Axis, type PlanePart, type PlaneSizes } from './guide-axis.ts';
import type { GuideCell } from './guide-cells.ts';

interface GuideRowProps {
  channel: ChannelCard;
  row: number;
  cells: readonly GuideCell[];
  /** For how many days the archive of the channel keeps programmes; `null` without an archive. */
  archiveDays: number | null;
  axis: Axis;
  sizes: PlaneSizes;
  fromMs: PlanePart['fromMs'];
  toMs: PlanePart['toMs'];
  /** The instant at the left edge, where the words of a cell that it cuts begin. */
  edgeMs: number;
  minute: number;
  /** The instant of the cell that the Tab key reaches, if it is in this row. */
  cursorMs: number | undefined;
  /** The genre, as it is compared, whose programmes stand out; empty for all. */
  genre: string;
}

/**
 * The row of a channel: its name, which stays at the left edge, and the cells near the visible part. Rendered again only when
 * something of the row has changed, because the plane is rendered while it is scrolled.
 */
export const GuideRow = memo(function GuideRow(props: GuideRowProps) {
  const { channel, row, archiveDays, axis, sizes, fromMs, toMs, edgeMs, minute, cursorMs, genre } = props;
  const todayMs = startOfDay(minute);
  const cells = props.cells.filter(
    ({ startMs, endMs }) => (endMs > fromMs && startMs < toMs) || holds({ startMs, endMs }, cursorMs),
  );
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      className="guide__row"
      style={{ top: sizes.headPx + row * sizes.rowPx, height: sizes.rowPx }}
    >
      {/* What people see of the name stands in a column of its own ({@link GuideName}), which stays at the left edge. */}
      <div role="rowheader" className="vh">
        {channel.name}
      </div>
      {cells.map((cell) => (
        <Cell
          key={cell.startMs}
          {...cell}
          row={row}
          leftPx={sizes.namePx + offsetOf(Math.max(cell.startMs, axis.startMs), axis, sizes)}
          rightPx={sizes.namePx + offsetOf(Math.min(cell.endMs, axis.endMs), axis, sizes)}
          cutPx={
            cell.startMs < edgeMs && cell.endMs > edgeMs
              ? offsetOf(edgeMs, axis, sizes) - offsetOf(Math.max(cell.startMs, axis.startMs), axis, sizes)
              : 0
          }
          todayMs={todayMs}
          overPercent={overPercentOf(cell, minute)}
          isOver={cell.endMs <= minute}
          isGone={isBeyondArchive(cell.endMs, archiveDays, minute)}
          isCursor={holds(cell, cursorMs)}
          isDim={genre !== '' && !isOfGenre(cell, genre)}
        />
      ))}
    </div>
  );
});

/** The name of a channel beside its row, for the eyes only; the row has it for screen readers. */
export const GuideName = memo(function GuideName({
  channel,
  topPx,
}: {
  channel: ChannelCard;
  topPx: number;
}) {
  return (
    <div className="guide__channel" style={{ top: topPx }}>
      <span className="guide__logo">
        <Picture name={channel.name} shape="small" url={channel.logo && imageAddress(channel.logo)} />
      </span>
      <span className="guide__name">{channel.name}</span>
    </div>
  );
});

const holds = ({ startMs, endMs }: Pick<GuideCell, 'startMs' | 'endMs'>, atMs: number | undefined): boolean =>
  atMs !== undefined && startMs <= atMs && atMs < endMs;

const isOfGenre = ({ programme }: GuideCell, genre: string): boolean =>
  programme?.categories.some((category) => foldText(category) === genre) === true;

/** The times that a cell tells: those of its programme, because the cell may also have the seconds before or after it. */
const shownSpan = ({
  startMs,
  endMs,
  programme,
}: Omit<GuideCell, 'gap'>): { startMs: number; endMs: number } =>
  programme === undefined
    ? { startMs, endMs }
    : { startMs: Date.parse(programme.startsAt), endMs: Date.parse(programme.endsAt) };

/** How far a programme that is on is; `undefined` for other cells. */
const overPercentOf = ({ startMs, endMs, programme }: GuideCell, minute: number): number | undefined =>
  programme !== undefined && startMs <= minute && minute < endMs ? percentOver(programme, minute) : undefined;

interface CellProps extends GuideCell {
  row: number;
  leftPx: number;
  rightPx: number;
  /** How much of the cell is beyond the left edge, where its words would not be seen. */
  cutPx: number;
  todayMs: number;
  overPercent: number | undefined;
  isOver: boolean;
  /** Whether the archive of the channel no longer has, or never had, this time. */
  isGone: boolean;
  isCursor: boolean;
  isDim: boolean;
}

/** A cell that is narrower shows only when its programme begins. */
const roomForTimesPx = 120;

const gapWords = { loading: 'Cargando', failed: 'No se pudo cargar', empty: 'Sin información' };
/** The words for a time of the past that the archive of the channel does not have, and of which the guide says nothing. */
const goneWords = 'Sin archivo';

/** A cell: rendered again only when something that it shows has changed. */
const Cell = memo(function Cell(props: CellProps) {
  const { startMs, endMs, programme, gap, row, leftPx, rightPx, cutPx, todayMs, overPercent } = props;
  const { isOver, isGone, isCursor, isDim } = props;
  const isOn = overPercent !== undefined;
  const words = programme?.title ?? (gap === 'empty' && isGone ? goneWords : gapWords[gap ?? 'empty']);
  const isKept = isOver && programme?.canPlayFromStart === true;
  const shown = shownSpan({ startMs, endMs, programme });
  const times = `${clockText(shown.startMs)}–${clockText(shown.endMs)}`;
  return (
    <div
      role="gridcell"
      tabIndex={isCursor ? 0 : -1}
      aria-label={[words, dayText(shown.startMs, todayMs), times, isOn && 'ahora', isKept && 'se puede ver']
        .filter(Boolean)
        .join(', ')}
      className={classes(
        'guide__cell',
        gap !== undefined && `guide__cell--${gap}`,
        isOn && 'is-on',
        isOver && 'is-over',
        isKept && 'is-kept',
        isDim && 'is-dim',
      )}
      data-row={row}
      data-at={startMs}
      style={{
        left: leftPx + 1,
        width: Math.max(rightPx - leftPx - 2, 2),
        ...(cutPx > 0 && { paddingLeft: `calc(0.625rem + ${Math.round(cutPx)}px)` }),
      }}
    >
      {gap === 'loading' ? null : <b>{words}</b>}
      {gap === undefined ? (
        <span className="num">
          {rightPx - leftPx - cutPx < roomForTimesPx ? clockText(shown.startMs) : times}
        </span>
      ) : null}
      {isOn ? <i className="guide__over" style={{ width: `${overPercent}%` }} /> : null}
    </div>
  );
});
