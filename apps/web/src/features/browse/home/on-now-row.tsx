import type { ChannelCard } from '@butaca/contract';
import { Carousel } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listLineup } from '../../../shared/card/lineup.ts';
import { ChannelTile } from '../../../shared/grid/channel-tile.tsx';
import { nowQuery, onAirAt } from '../../../shared/guide/guide.queries.ts';
import { useGuideMinute } from '../../../shared/guide/use-guide-minute.ts';
import { paths } from '../../../shared/paths.ts';

const heading = 'Ahora en la tele';

/** The row with those channels of the home page of which a guide says what is on; absent where no guide does. */
export function OnNowRow({ channels, isWhole }: { channels: readonly ChannelCard[]; isWhole: boolean }) {
  const ids = useMemo(() => channels.map(({ _id }) => _id), [channels]);
  const { data } = useQuery(nowQuery(ids));
  const minute = useGuideMinute();
  const shown = useMemo(
    () => channels.filter(({ _id }) => onAirAt(data?.get(_id), minute).now !== undefined),
    [channels, data, minute],
  );
  const lineup = useMemo(() => listLineup(`«${heading}»`, shown), [shown]);
  if (shown.length === 0) return null;
  return (
    <Carousel heading={heading} size="tile" isWhole={isWhole}>
      {shown.map((channel) => (
        <li key={channel._id}>
          <ChannelTile channel={channel} from={paths.home} lineup={lineup} guideScope={ids} />
        </li>
      ))}
    </Carousel>
  );
}
