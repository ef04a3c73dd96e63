import type { ChannelCard } from '@butaca/contract';
import { Badge, Button, DrawnTile, LogoTile } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { imageAddress } from '../../../platform/api/image-address.ts';
import { prefetchScreen } from '../../../platform/prefetch.ts';
import { listLineup } from '../../../shared/card/lineup.ts';
import { FavouriteButton } from '../../../shared/favourites/favourite-button.tsx';
import { channelFavourite } from '../../../shared/favourites/favourite.ts';
import { paths } from '../../../shared/paths.ts';
import { homeQuery } from './home.queries.ts';
import { liveBillboardQuery } from './live-billboard.queries.ts';
import './live-billboard.css';

/**
 * The billboard of a catalogue that has channels only: one of them on top of the home page, with a still of what it shows
 * while somebody watches it, else with its logo.
 */
export function LiveBillboard() {
  const { data, isPending } = useQuery(liveBillboardQuery());
  if (isPending) return <div className="billboard" aria-busy />;
  if (!data?.channel) return <div className="home__top" />;
  return <Channel channel={data.channel} still={data.still} />;
}

function Channel({ channel, still }: { channel: ChannelCard; still: string | null }) {
  const { data: home } = useQuery({ ...homeQuery(), enabled: false });
  const rows =
    home === undefined ? [] : [home.featuredChannels, ...home.composedRows.map((row) => row.channels)];
  const ownRow = rows.find((row) => row.some(({ _id }) => _id === channel._id)) ?? [channel];
  const prefetchWatch = (): void => prefetchScreen('watch');
  return (
    <section className="billboard live-billboard" aria-label="Destacado en vivo" data-page-top>
      <Art channel={channel} still={still} />
      <div className="billboard__text">
        <h2 className="billboard__title">{channel.name}</h2>
        <p className="billboard__meta">
          <Badge tone="live">En vivo</Badge>
          <span>{channel.section}</span>
        </p>
        <div className="billboard__acts">
          <Button
            variant="primary"
            icon={<Play className="ico ico--fill" aria-hidden />}
            render={
              <Link
                to={paths.watch('channel', channel._id)}
                state={{
                  from: paths.home,
                  lineup: listLineup('«Inicio»', ownRow),
                  title: channel.name,
                  logo: channel.logo,
                  colour: channel.colour,
                }}
                onPointerEnter={prefetchWatch}
                onFocus={prefetchWatch}
              />
            }
          >
            Ver en vivo
          </Button>
          <FavouriteButton favourite={channelFavourite(channel)} variant="soft" size="lg" />
        </div>
      </div>
    </section>
  );
}

/**
 * The picture of the live billboard: the still, else the logo on its ground before a blurred copy of itself, else a drawing
 * without letters.
 */
function Art({ channel: { name, logo, colour }, still }: { channel: ChannelCard; still: string | null }) {
  const [broken, setBroken] = useState<readonly string[]>([]);
  const [best] = [still, logo && imageAddress(logo)].filter((url) => url !== null && !broken.includes(url));
  const handleError = (): void => setBroken((urls) => [...urls, best ?? '']);
  if (!best) {
    return (
      <div className="billboard__art">
        <DrawnTile name={name} shape="small" />
      </div>
    );
  }
  if (best === still) {
    return (
      <div className="billboard__art">
        <img src={best} alt="" onError={handleError} />
      </div>
    );
  }
  return (
    <div className="billboard__art">
      <img className="live-billboard__mist" src={best} alt="" onError={handleError} />
      <LogoTile className="live-billboard__tile" name={name} logoUrl={best} color={colour} eager />
    </div>
  );
}
