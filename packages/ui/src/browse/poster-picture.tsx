import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { initialsOf } from './initials.ts';

interface PosterPictureProps {
  title: string;
  url: string | null | undefined;
  eager: boolean;
  /** Whether the poster image fades in, as the style sheet defines. */
  fades: boolean;
}

/** A poster image; if it is missing or cannot be loaded, a drawing with the title. */
export function PosterPicture({ title, url, eager, fades }: PosterPictureProps) {
  const [isBroken, setIsBroken] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  const ask = (): void => {
    const { current } = image;
    if (current === null || !url || current.getAttribute('src') === url) return;
    current.src = url;
    // A cached image is shown at once, without a fade.
    if (fades && current.complete && current.naturalWidth > 0) current.classList.add('is-there');
  };
  useLayoutEffect(() => {
    if (fades) ask();
  });
  // On a phone images are requested after the render and layout of their row: the requests would take a fifth of that time.
  useEffect(ask);
  if (!url || isBroken) {
    return (
      <span className="card__blank" aria-hidden="true">
        <b>{initialsOf(title)}</b>
        <span>{title}</span>
      </span>
    );
  }
  return (
    <img
      ref={image}
      alt=""
      width={400}
      height={600}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      // A loaded image is marked by a class: with React state, each image that loads while a list scrolls would render its card.
      onLoad={fades ? (event) => event.currentTarget.classList.add('is-loaded') : undefined}
      onError={() => setIsBroken(true)}
    />
  );
}
