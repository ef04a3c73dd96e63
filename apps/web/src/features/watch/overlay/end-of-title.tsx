import type { VideoDetail } from '@butaca/contract';
import type { Playback } from '@butaca/player';
import { Picture } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { readCards, watchPath, type Card } from '../../../shared/card/card.ts';
import { paths } from '../../../shared/paths.ts';
import { EndPanel } from './end-panel.tsx';
import { usePlaybackPart } from '../player/playback/use-playback.ts';
import { useWatchOrigin } from '../frame/watch-origin.ts';
import { relatedQuery } from './overlay.queries.ts';

const relatedShown = 4;

interface EndOfTitleProps {
  playback: Playback;
  video: VideoDetail;
  onReplay: () => void;
}

/**
 * The panel shown over the video at the end of a film or of a series' last chapter: «Volver», «Ver de nuevo» and
 * similar titles. No title starts automatically.
 */
export function EndOfTitle({ playback, video, onReplay }: EndOfTitleProps) {
  const isEnded = usePlaybackPart(playback, ({ status }) => status === 'ended');
  if (!isEnded) return null;
  return (
    <EndPanel title={`Has terminado «${video.title}»`} onReplay={onReplay}>
      <Related video={video} />
    </EndPanel>
  );
}

function Related({ video }: { video: VideoDetail }) {
  const { data = [] } = useQuery(relatedQuery(video));
  const { from = paths.home, seen } = useWatchOrigin();
  const watched = new Set([...seen, video._id]);
  const cards = readCards(data)
    .filter(({ id, locked }) => !locked && !watched.has(id))
    .slice(0, relatedShown);
  if (cards.length === 0) return null;
  return (
    <div className="end__related">
      <h3>También te puede gustar</h3>
      <ul>
        {cards.map((card) => (
          <li key={card.id}>
            <RelatedLink card={card} from={from} seen={[...watched]} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * A link from the panel at a video's end to a similar title. The link replaces the ended title in the browser history,
 * so that the back button leads to the list that the person came from.
 */
function RelatedLink({ card, from, seen }: { card: Card; from: string; seen: string[] }) {
  const { to, state } = watchPath(card, from);
  return (
    <Link to={to} state={{ ...state, seen }} replace aria-label={card.title} title={card.title}>
      <Picture name={card.title} shape="tall" genre={card.genres[0]} url={card.posterUrl} eager />
    </Link>
  );
}
