import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { initialsOf } from './initials.ts';

interface PosterPictureProps {
  title: string;
  url: string | null | undefined;
  eager: boolean;
  /** Whether the picture fades in, as the stylesheet defines. */
  fades: boolean;
}

/** A poster; a drawing with the title where there is none or it cannot be loaded. */
export function PosterPicture({ title, url, eager, fades }: PosterPictureProps) {
  const [isBroken, setIsBroken] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  const ask = (): void => {
    const { current } = image;
    if (current === null || !url || current.getAttribute('src') === url) return;
    current.src = url;
    // A cached picture is shown at once, without a fade.
    if (fades && current.complete && current.naturalWidth > 0) current.classList.add('is-there');
  };
  useLayoutEffect(() => {
    if (fades) ask();
  });
  // On a phone, after the render and layout of the card: requesting the pictures of a row takes a fifth of that time.
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
      // Sets a class instead of state: in a scrolling list pictures load continually, and each would render a card again.
      onLoad={fades ? (event) => event.currentTarget.classList.add('is-loaded') : undefined}
      onError={() => setIsBroken(true)}
    />
  );
}
