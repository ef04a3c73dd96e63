import { Picture, VirtualGrid } from '@butaca/ui';
import { useLocation } from 'react-router';
import { Link } from 'react-router';
import { imageAddress } from '../../../../platform/api/image-address.ts';
import { useScrollRestore } from '../../../../platform/scroll-restore.ts';
import { useSearchParams } from '../../../../platform/navigation/use-navigation.ts';
import { onAirAt, type OnAir } from '../../../../shared/guide/guide.queries.ts';
import { clockText } from '../../../../shared/guide/programme-time.ts';
import { Bar } from '../../../../shared/guide/now-next.tsx';
import { ChannelDay } from './channel-day.tsx';
import type { GuideProps } from './guide-props.ts';

/** The guide on a phone: what each channel shows now and after that, and the day of a channel that was chosen. */
export function PhoneGuide({ category, term, channels, onAir, minute }: GuideProps) {
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  const chosen = channels.find(({ _id }) => _id === query.get('canal'));
  const scrollPosition = useScrollRestore(chosen === undefined);
  if (chosen !== undefined) {
    return (
      <ChannelDay
        key={chosen._id}
        channel={chosen}
        archiveDays={onAir.get(chosen._id)?.archiveDays ?? null}
        minute={minute}
        lineup={{ category, term }}
      />
    );
  }
  return (
    <>
      <p className="guidenow__head" aria-hidden>
        Ahora / Después
      </p>
      <VirtualGrid
        label={`Guía de ${category}`}
        className="guidenow"
        items={channels}
        itemKey={({ _id }) => _id}
        columns={() => 1}
        estimateRowHeightPx={() => 84}
        initialOffsetPx={scrollPosition.offsetPx}
        renderItem={(channel) => {
          const day = new URLSearchParams(query);
          day.set('canal', channel._id);
          return (
            <Link to={`${pathname}?${day.toString()}`} className="guidenow__row" data-focus-key={channel._id}>
              <span className="guidenow__logo" aria-hidden>
                <Picture name={channel.name} shape="small" url={channel.logo && imageAddress(channel.logo)} />
              </span>
              <NowAndThen name={channel.name} minute={minute} {...onAirAt(onAir.get(channel._id), minute)} />
            </Link>
          );
        }}
      />
    </>
  );
}

function NowAndThen({ name, minute, now, next }: OnAir & { name: string; minute: number }) {
  return (
    <span className="guidenow__words">
      <span className="guidenow__name">{name}</span>
      <span className="guidenow__now">
        {now === undefined ? (
          'Sin información'
        ) : (
          <>
            <span className="vh">, ahora: </span>
            {now.title}
          </>
        )}
      </span>
      {now === undefined ? null : <Bar programme={now} minute={minute} />}
      {next === undefined ? null : (
        <span className="guidenow__next">
          <span className="vh">, después: </span>
          <span className="num">{clockText(Date.parse(next.startsAt))}</span> {next.title}
        </span>
      )}
    </span>
  );
}
