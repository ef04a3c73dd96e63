import { preloadHls } from '@butaca/player';
import { useParams } from 'react-router';
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

/** The watch page (`/watch/:itemType/:itemId`) of channels, films and series. */
export function WatchScreen() {
  const { itemType, itemId } = useParams();
  if (!itemType || !itemId) return <WatchFailure sentence="Falta información para cargar el contenido." />;
  if (!itemTypes.includes(itemType)) {
    return <WatchFailure sentence={`Tipo de contenido "${itemType}" no reconocido.`} />;
  }
  if (itemType === 'channel') return <WatchChannel channelId={itemId} />;
  // Each video gets its own React key, so that the state of the watch page is reset when another video is opened.
  return <WatchVideo key={itemId} videoId={itemId} />;
}
