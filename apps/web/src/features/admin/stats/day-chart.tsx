import type { Stats } from '@butaca/contract';

const heightUnits = 100;
/** The width of a bar of the chart of hours watched, as a fraction of the width of its day's column. */
const barShare = 0.76;

export const dayOfMonthInWords = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('es', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Hours with one decimal, such as `3,5 h`; less than an hour in whole minutes: `12 min`. */
export function hoursInWords(hours: number): string {
  const minutes = Math.round(hours * 60);
  return minutes > 0 && minutes < 60
    ? `${minutes} min`
    : `${hours.toLocaleString('es', { maximumFractionDigits: 1 })} h`;
}

/** The top of a chart's scale, in hours: at least the given hours, and as a half of it also a round number. */
function scaleTop(hours: number): number {
  const minutes = Math.max(Math.ceil(hours * 60), 1);
  return minutes < 60 ? (Math.ceil(minutes / 2) * 2) / 60 : Math.ceil(hours);
}

function describeWatched(total: number, busiest: Stats['byDay'][number]): string {
  const watched = hoursInWords(total);
  const seen = watched.endsWith('min') ? 'visto' : 'vista';
  return `${watched} ${/^1\s/.test(watched) ? seen : `${seen}s`}. El mejor día: ${dayOfMonthInWords(busiest.day)}, con ${hoursInWords(busiest.hours)}.`;
}

/**
 * A bar chart of the hours watched on each day. Screen readers get a summary sentence; the table below the chart has
 * the numbers.
 */
export function DayChart({ days }: { days: Stats['byDay'] }) {
  const most = Math.max(...days.map(({ hours }) => hours), 0);
  const top = scaleTop(most);
  const total = days.reduce((sum, { hours }) => sum + hours, 0);
  const busiest = days.find(({ hours }) => hours === most);
  const sentence =
    most === 0 || busiest === undefined
      ? 'Sin horas vistas en este periodo.'
      : describeWatched(total, busiest);
  return (
    <figure>
      <div className="daychart">
        {most === 0 ? null : (
          <span className="daychart__scale" aria-hidden="true">
            <span>{hoursInWords(top)}</span>
            <span>{hoursInWords(top / 2)}</span>
            <span>0</span>
          </span>
        )}
        <svg
          role="img"
          aria-label={`Horas vistas por día. ${sentence}`}
          viewBox={`0 0 ${days.length} ${heightUnits}`}
          preserveAspectRatio="none"
        >
          {days.map(({ day, hours, plays }, index) => {
            const height = (hours / top) * heightUnits;
            const x = index + (1 - barShare) / 2;
            return (
              <g key={day}>
                <rect
                  className="daychart__baseline"
                  x={x}
                  y={heightUnits - 0.6}
                  width={barShare}
                  height={0.6}
                />
                <rect
                  className="daychart__bar"
                  x={x}
                  y={heightUnits - height}
                  width={barShare}
                  height={height}
                >
                  <title>{`${dayOfMonthInWords(day)}: ${hoursInWords(hours)}, ${plays} reproducciones`}</title>
                </rect>
              </g>
            );
          })}
          <path className="daychart__lines" d={`M0 0H${days.length}M0 ${heightUnits / 2}H${days.length}`} />
        </svg>
      </div>
      <figcaption>
        <span className="daychart__ends" aria-hidden="true">
          <span>{dayOfMonthInWords(days[0]?.day ?? '1970-01-01')}</span>
          <span>{dayOfMonthInWords(days.at(-1)?.day ?? '1970-01-01')}</span>
        </span>
        <span className="stats__quiet">{sentence}</span>
      </figcaption>
    </figure>
  );
}
