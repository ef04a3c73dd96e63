import type { ChannelCard } from '@butaca/contract';
import { IconButton, LogoTile } from '@butaca/ui';
import { Link } from 'react-router';
import { imageAddress } from '../../platform/api/image-address.ts';
import { paths } from '../paths.ts';
import { prefetchScreen } from '../../platform/prefetch.ts';
import { lockedSentence } from '../card/card.ts';
import type { Lineup } from '../card/lineup.ts';
import type { GuideScope } from '../guide/guide.queries.ts';
import { OnAir } from '../guide/on-air.tsx';
import { FavouriteIcon } from '../favourites/favourite-button.tsx';
import { channelFavourite } from '../favourites/favourite.ts';
import { useFavourite } from '../favourites/use-favourite.ts';

export interface ChannelTileProps {
  channel: ChannelCard;
  /** The path of the screen with this channel, to which the back button of the watch page returns. */
  from: string;
  /** Whether the channel is shown among channels of its own section, so that its card need not name the section. */
  isInSection?: boolean | undefined;
  /** The list of this screen through which the watch page changes the channel. */
  lineup: Lineup;
  /** Whether the channel did not play when somebody opened it last. */
  isUnresponsive?: boolean | undefined;
  /** With which channels it is asked what they show, if the tile is to say what this one shows now and next. */
  guideScope?: GuideScope | undefined;
  eager?: boolean | undefined;
}

/** Prefetches the code of the watch page when a channel is hovered or focused. */
const prefetchWatch = (): void => prefetchScreen('watch');

/** A channel in a list, with its logo: a link to its watch page, and a heart button that adds it to «Mi lista». */
export function ChannelTile(props: ChannelTileProps) {
  const { channel, from, lineup, isInSection = false, isUnresponsive = false, guideScope, eager } = props;
  const { isFavourite, label, toggle } = useFavourite(channelFavourite(channel));
  return (
    <LogoTile
      name={channel.name}
      caption={isInSection ? undefined : channel.section}
      logoUrl={channel.logo && imageAddress(channel.logo)}
      color={channel.colour}
      tag={isUnresponsive ? 'No responde' : 'En vivo'}
      isTagQuiet={isUnresponsive}
      lockLabel={channel.locked ? lockedSentence : undefined}
      eager={eager}
      action={
        <IconButton label={label} data-within onClick={toggle}>
          <FavouriteIcon isFavourite={isFavourite} />
        </IconButton>
      }
      menu={[
        {
          key: 'favourite',
          label,
          icon: <FavouriteIcon isFavourite={isFavourite} />,
          onSelect: toggle,
        },
      ]}
      isActionPinned={isFavourite}
      note={guideScope && <OnAir channelId={channel._id} scope={guideScope} look="tile" />}
      render={
        <Link
          to={paths.watch('channel', channel._id)}
          state={{ from, lineup, title: channel.name, logo: channel.logo, colour: channel.colour }}
          data-focus-key={channel._id}
          onPointerEnter={prefetchWatch}
          onFocus={prefetchWatch}
        />
      }
    />
  );
}
