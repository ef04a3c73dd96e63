import type { ChannelCard } from '@butaca/contract';
import { classes, useArrowNavigation } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { channelsQuery } from '../../../shared/card/channels.queries.ts';
import { paths } from '../../../shared/paths.ts';
import type { ZapChannel } from './zapping.queries.ts';
import { ZapLogo } from './zap-layer.tsx';
import { listAround } from './zap-rules.ts';

/**
 * The list «Más en …» on a channel's watch page: the channels of the same section. A link to one of them keeps the
 * screen to which the back button leads. Renders nothing if the section has only one channel.
 */
export function ChannelNeighbours({ channel }: { channel: ZapChannel }) {
  const { data: channels = [] } = useQuery(channelsQuery(channel.section));
  const arrows = useArrowNavigation({ axis: 'y' });
  if (channels.length < 2) return null;
  return (
    <section className="zap" aria-labelledby="zap-title">
      <h2 id="zap-title">Más en {channel.section}</h2>
      <ul {...arrows}>
        {listAround(channels, channel._id).map(([number, card]) => (
          <Neighbour key={card._id} number={number} card={card} isPlaying={card._id === channel._id} />
        ))}
      </ul>
    </section>
  );
}

interface NeighbourProps {
  number: number;
  card: ChannelCard;
  isPlaying: boolean;
}

function Neighbour({ number, card, isPlaying }: NeighbourProps) {
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
        <span className="zap__number" aria-hidden>
          {number}
        </span>
        <ZapLogo channel={card} />
        <span className="zap__name">
          <b>{card.name}</b>
          {isPlaying ? <span className="zap__now">Reproduciendo</span> : null}
          {card.locked ? <span>Tu plan no lo incluye</span> : null}
        </span>
      </Link>
    </li>
  );
}

/** Scrolls the list of channels so that the playing channel is in its middle, without scrolling the page. */
function centre(item: HTMLElement | null): void {
  const list = item?.parentElement;
  if (item && list) list.scrollTop = item.offsetTop - (list.clientHeight - item.offsetHeight) / 2;
}
