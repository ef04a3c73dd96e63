import { classes, useArrowNavigation } from '@butaca/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../shared/paths.ts';
import { useWatchOrigin } from '../frame/watch-origin.ts';
import { noteOf, type PlayState } from './play-state.tsx';
import type { Zapping } from './use-zapping.ts';
import type { ZapChannel } from './zapping.queries.ts';
import { ZapLogo } from './zap-layer.tsx';
import { listAround } from './zap-rules.ts';

/**
 * The list «Más en …» on a channel's watch page: the channels through which the person changes. A link to one of them
 * keeps the screen to which the back button leads. Renders nothing if there is only one channel.
 */
export function ChannelNeighbours({ zapping, state }: { zapping: Zapping; state: PlayState }) {
  const { current, lineup, unresponsive } = zapping;
  const arrows = useArrowNavigation({ axis: 'y' });
  if (lineup.channels.length < 2) return null;
  return (
    <section className="zap" aria-labelledby="zap-title">
      <h2 id="zap-title">Más en {lineup.name}</h2>
      <ul {...arrows}>
        {listAround(lineup.channels, current._id).map((channel) => (
          <Neighbour
            key={channel._id}
            channel={channel}
            isPlaying={channel._id === current._id}
            note={noteOf(channel, { playingId: current._id, state, unresponsive })}
          />
        ))}
      </ul>
    </section>
  );
}

interface NeighbourProps {
  channel: ZapChannel;
  /** Whether this is the channel that was opened last. */
  isPlaying: boolean;
  note: ReactNode;
}

function Neighbour({ channel, isPlaying, note }: NeighbourProps) {
  const { from, lineup } = useWatchOrigin();
  const { _id, name: title, logo, colour, number } = channel;
  return (
    <li className={classes('zap__item', isPlaying && 'is-playing')} ref={isPlaying ? centre : undefined}>
      <Link
        to={paths.watch('channel', _id)}
        state={{ from, lineup, title, logo, colour }}
        replace
        aria-current={isPlaying ? 'true' : undefined}
      >
        <span className="zap__number" aria-hidden>
          {number}
        </span>
        <ZapLogo channel={channel} />
        <span className="zap__name">
          <b>{title}</b>
          {note}
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
