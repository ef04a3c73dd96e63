import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { DrawnTile } from './drawn-tile.tsx';

export interface Poster {
  /** The poster's URL; absent or `null` if the film or series has no image. */
  url?: string | null | undefined;
  /**
   * Whether the poster is loaded at once and not lazily; for cards on the first screen, and for grids, which render
   * only the cards near the viewport.
   */
  eager?: boolean | undefined;
  /** The first genre, which gives the drawing of a missing poster its ground. */
  genre?: string | undefined;
}

interface PosterImageProps {
  title: string;
  poster: Poster;
  /** Whether the poster fades in after it was loaded; the style sheet defines how. */
  fades: boolean;
}

/** The poster of a film or series; if the image is missing or cannot be loaded, a drawing with the title. */
export function PosterImage({ title, poster: { url, eager = false, genre }, fades }: PosterImageProps) {
  const [isBroken, setIsBroken] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  const ask = (): void => {
    const { current } = image;
    if (current === null || !url || current.getAttribute('src') === url) return;
    current.src = url;
    // A poster from the browser's cache is shown at once, without fading in.
    if (fades && current.complete && current.naturalWidth > 0) current.classList.add('is-there');
  };
  useLayoutEffect(() => {
    if (fades) ask();
  });
  // On a phone, the posters of a new grid row are requested only after the row was rendered and laid out, because the
  // requests would take up a fifth of that task.
  useEffect(ask);
  if (!url || isBroken) return <DrawnTile name={title} shape="tall" genre={genre} />;
  return (
    <img
      ref={image}
      alt=""
      width={400}
      height={600}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      // A loaded poster is marked by a class: with React state, each poster that loads while a list scrolls would
      // render its card again.
      onLoad={({ currentTarget }) => {
        if (fades) currentTarget.classList.add('is-loaded');
        frameOdd(currentTarget);
      }}
      onError={() => setIsBroken(true)}
    />
  );
}

/** How far the shape of a picture may be from that of a poster before filling the frame would cut through its words. */
const oddShape = 1.3;

/**
 * Shows a picture that is no poster, such as a wide still, whole, before an enlarged, blurred copy of itself. The frame is
 * marked by a class for the same reason as a loaded poster.
 */
function frameOdd(image: HTMLImageElement): void {
  const { naturalWidth, naturalHeight, parentElement: frame } = image;
  const shape = (naturalWidth * 1.5) / naturalHeight;
  const isOdd = shape > oddShape || shape < 1 / oddShape;
  frame?.classList.toggle('is-odd', isOdd);
  if (isOdd) frame?.style.setProperty('--art', `url(${JSON.stringify(image.src)})`);
}
