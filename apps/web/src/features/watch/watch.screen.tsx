import { preloadHls } from '@butaca/player';
import { useLocation, useParams } from 'react-router';
import { LazyScreen } from '../../platform/lazy-screen.tsx';
import { WatchChannel } from './watch-channel.tsx';
import { WatchFailure } from './frame/watch-frame.tsx';
import './prefetch-watch.ts';
import { WatchVideo } from './watch-video.tsx';

/**
 * The values of `:itemType` in a URL `/watch/:itemType/:itemId` that have a watch page.
 *
 * @see docs/requisitos.md, R2.29
 */
const itemTypes: readonly string[] = ['channel', 'movie', 'serie', 'series', 'pelicula', 'anime'];

/**
 * Preloads hls.js, the library that plays nearly all streams, while the person is still choosing what to watch; not if
 * the browser is set to save data.
 */
export async function preloadPlayer(): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData !== true) await preloadHls();
}

const loadArchive = async () => (await import('./archive/watch-archive.tsx')).WatchArchive;

/** The watch page (`/watch/:itemType/:itemId`) of channels, films and series. */
export function WatchScreen() {
  const { itemType, itemId } = useParams();
  const { search } = useLocation();
  if (!itemType || !itemId) return <WatchFailure sentence="Falta información para cargar el contenido." />;
  if (!itemTypes.includes(itemType)) {
    return <WatchFailure sentence={`Tipo de contenido "${itemType}" no reconocido.`} />;
  }
  if (itemType === 'channel' && search.startsWith('?desde=')) return <LazyScreen load={loadArchive} />;
  if (itemType === 'channel') return <WatchChannel channelId={itemId} />;
  // Each video gets its own React key, so that the state of the watch page is reset when another video is opened.
  return <WatchVideo key={itemId} videoId={itemId} />;
}
