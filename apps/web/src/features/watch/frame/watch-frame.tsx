import { Button, classes, ErrorState, IconButton, useArrowNavigation } from '@butaca/ui';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useState, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import { useGoBack } from './watch-origin.ts';
import './watch.css';

interface WatchFrameProps {
  title: string;
  subtitle?: string | undefined;
  chips?: readonly string[];
  /** An additional button beside the title of the watch page: the favourite button. */
  action?: ReactNode;
  /** The colour `#rrggbb` of a channel's logo, which tints the background of the watch page. */
  colour?: string | null | undefined;
  /** The image behind the head of the page: `null` for the product's own; `undefined` for none. */
  groundUrl?: string | null | undefined;
  video: ReactNode;
  /** Content beside the video, such as the list of a series' chapters; below the video on narrow screens. */
  aside?: ReactNode;
  children?: ReactNode;
}

/** The layout of the watch page: the back button and the title, the video, and panels beside and below it. */
export function WatchFrame({
  title,
  subtitle,
  chips = [],
  action,
  colour,
  groundUrl,
  video,
  aside,
  children,
}: WatchFrameProps) {
  const goBack = useGoBack();
  const keys = usePageKeys();
  useEffect(() => {
    document.title = title === '' ? 'Butaca' : `${title} · Butaca`;
  }, [title]);
  const theme = colour ? ({ '--watch-tint': colour } as CSSProperties) : undefined;
  return (
    <main className="watch" id="contenido" tabIndex={-1} style={theme} {...keys}>
      {groundUrl === undefined ? null : <Ground key={groundUrl} url={groundUrl} />}
      <div className={classes('watch__in', !aside && 'watch__in--alone')}>
        <header className="watch__head">
          <IconButton label="Volver" className="watch__back" onClick={goBack}>
            <ArrowLeft className="ico" aria-hidden />
          </IconButton>
          <div className="watch__title">
            <h1>{title === '' ? <span className="vh">Reproductor</span> : title}</h1>
            {subtitle ? <p>{subtitle}</p> : null}
          </div>
          {chips.length > 0 ? (
            <ul className="watch__chips" aria-label="Datos">
              {chips.map((chip) => (
                <li key={chip}>{chip}</li>
              ))}
            </ul>
          ) : null}
          {action ? <div className="watch__action">{action}</div> : null}
        </header>
        <section className="watch__video" aria-label="Reproductor">
          {video}
        </section>
        {aside ? <aside className="watch__aside">{aside}</aside> : null}
        {children}
      </div>
    </main>
  );
}

const ownGround = '/sala-960.webp';

/**
 * The image behind the head of the watch page, in place of which the product's own is shown when there is none or it
 * cannot be loaded.
 *
 * @see docs/requisitos.md, R3.6
 */
function Ground({ url }: { url: string | null }) {
  const [src, setSrc] = useState(url ?? ownGround);
  return (
    <img
      className="watch__ground"
      src={src}
      alt=""
      decoding="async"
      fetchPriority="low"
      onError={() => setSrc(ownGround)}
    />
  );
}

/**
 * Moves the focus with the arrow keys on the whole watch page, except in elements that handle the arrow keys
 * themselves.
 */
function usePageKeys() {
  const { onKeyDown } = useArrowNavigation({ leavesSelects: true });
  return {
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      // React also sends key events from an open dialog to the watch page's arrow-key handler, although the dialog is
      // outside the page's element in the DOM; those are ignored.
      if (event.currentTarget.contains(event.target as Node)) onKeyDown(event);
    },
  };
}

interface WatchFailureProps {
  sentence: string;
  onRetry?: (() => void) | undefined;
}

/**
 * The watch page without a player: shows why nothing plays, a «Volver» button, and a «Reintentar» button if `onRetry`
 * is given.
 */
export function WatchFailure({ sentence, onRetry }: WatchFailureProps) {
  return <WatchFrame title="" video={<NothingToPlay sentence={sentence} onRetry={onRetry} />} />;
}

/**
 * Fills the place of the video with the reason why the film, series or channel does not play, and with «Volver» and
 * «Reintentar» buttons; {@link WatchFailure} is a whole page around this.
 */
export function NothingToPlay({ sentence, onRetry }: WatchFailureProps) {
  const goBack = useGoBack();
  return (
    <div className="watch__failure">
      <ErrorState
        title={sentence}
        action={
          <>
            {onRetry ? (
              <Button variant="primary" onClick={onRetry}>
                Reintentar
              </Button>
            ) : null}
            <Button variant="line" onClick={goBack}>
              Volver
            </Button>
          </>
        }
      />
    </div>
  );
}

/** The description of a film, series or channel below the video; renders nothing for an empty description. */
export function WatchDescription({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <section className="watch__desc">
      <h2>Descripción</h2>
      <p>{text}</p>
    </section>
  );
}
