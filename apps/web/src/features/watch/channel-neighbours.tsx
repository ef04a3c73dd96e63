import type { ChannelCard, ChannelDetail } from '@butaca/contract';
import { classes, useArrowNavigation } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { imageAddress } from '../../platform/api/image-address.ts';
import { LogoOrInitials } from '../../platform/logo-or-initials.tsx';
import { paths } from '../../platform/paths.ts';
import { sectionChannelsQuery } from './watch.queries.ts';

/** The other channels of the section, a press away; the way back stays what it was. Nothing where there are none. */
export function ChannelNeighbours({ channel }: { channel: ChannelDetail }) {
  const { data: channels = [] } = useQuery(sectionChannelsQuery(channel.section));
  const arrows = useArrowNavigation({ axis: 'y' });
  if (channels.length < 2) return null;
  return (
    <section className="zap" aria-labelledby="zap-title">
      <h2 id="zap-title">Más en {channel.section}</h2>
      <ul {...arrows}>
        {around(channels, channel._id).map((card) => (
          <Neighbour key={card._id} card={card} isPlaying={card._id === channel._id} />
        ))}
      </ul>
    </section>
  );
}

/** A section may hold thousands; this is for the neighbours, «TV en Vivo» for all of them. */
const mostShown = 100;

/** The channels on both sides of one. */
function around(channels: readonly ChannelCard[], id: string): readonly ChannelCard[] {
  const at = channels.findIndex((card) => card._id === id);
  const start = Math.max(0, Math.min(at - mostShown / 2, channels.length - mostShown));
  return channels.slice(start, start + mostShown);
}

function Neighbour({ card, isPlaying }: { card: ChannelCard; isPlaying: boolean }) {
  const { state } = useLocation();
  const from = (state as { from?: unknown } | null)?.from;
  return (
    <li className={classes('zap__item', isPlaying && 'is-playing')} ref={isPlaying ? centre : undefined}>
      <Link
        to={paths.watch('channel', card._id)}
        state={{ from, title: card.name, logo: card.logo, colour: card.colour }}
        replace
        aria-current={isPlaying ? 'true' : undefined}
      >
        <span className="zap__logo" aria-hidden>
          <LogoOrInitials
            name={card.name}
            logoUrl={card.logo === null ? undefined : imageAddress(card.logo)}
          />
        </span>
        <span className="zap__name">
          <b>{card.name}</b>
          {isPlaying ? <span className="zap__now">Reproduciendo</span> : null}
          {card.locked ? <span>Tu plan no lo incluye</span> : null}
        </span>
      </Link>
    </li>
  );
}

/** Brings the channel that plays to the middle of its list, and leaves the page where it is. */
function centre(item: HTMLElement | null): void {
  const list = item?.parentElement;
  if (item && list) list.scrollTop = item.offsetTop - (list.clientHeight - item.offsetHeight) / 2;
}
