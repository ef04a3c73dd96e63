import { preloadHls } from '@butaca/player';
import { useParams } from 'react-router';
import { WatchChannel } from './watch-channel.tsx';
import { WatchFailure } from './frame/watch-frame.tsx';
import './prefetch-watch.ts';
import { WatchVideo } from './watch-video.tsx';

/** The kinds of content that have a watch page. @see the specification, section 2 */
const itemTypes: readonly string[] = ['channel', 'movie', 'serie', 'series', 'pelicula', 'anime'];

/** Fetches what plays nearly everything, while the person is about to choose; not where they count their bytes. */
export async function preloadPlayer(): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData !== true) await preloadHls();
}

/** The watch page of any kind of item. */
export function WatchScreen() {
  const { itemType, itemId } = useParams();
  if (!itemType || !itemId) return <WatchFailure sentence="Falta información para cargar el contenido." />;
  if (!itemTypes.includes(itemType)) {
    return <WatchFailure sentence={`Tipo de contenido "${itemType}" no reconocido.`} />;
  }
  if (itemType === 'channel') return <WatchChannel channelId={itemId} />;
  // The key resets the page for another title.
  return <WatchVideo key={itemId} videoId={itemId} />;
}
