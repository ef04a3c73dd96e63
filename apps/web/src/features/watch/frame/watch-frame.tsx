import { Button, classes, ErrorState, IconButton, useArrowNavigation } from '@butaca/ui';
import { ArrowLeft } from 'lucide-react';
import { useEffect, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import { useGoBack } from './watch-origin.ts';
import './watch.css';

interface WatchFrameProps {
  title: string;
  subtitle?: string | undefined;
  chips?: readonly string[];
  /** A further action on the item, shown beside the title. */
  action?: ReactNode;
  /** The colour `#rrggbb` that tints the page's background. */
  colour?: string | null | undefined;
  video: ReactNode;
  /** Content beside the video, and below it on narrow screens. */
  aside?: ReactNode;
  children?: ReactNode;
}

/** The watch page's layout: the back button and the title, the video, and further content around it. */
export function WatchFrame({
  title,
  subtitle,
  chips = [],
  action,
  colour,
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

/** Arrow navigation for the whole page, except in elements that handle the arrow keys themselves. */
function usePageKeys() {
  const { onKeyDown } = useArrowNavigation({ leavesSelects: true });
  return {
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      // Key events from a dialog reach this handler through React, but they are not meant for the page.
      if (event.currentTarget.contains(event.target as Node)) onKeyDown(event);
    },
  };
}

interface WatchFailureProps {
  sentence: string;
  onRetry?: (() => void) | undefined;
}

/** The watch page without a video to play: shows the reason, a back button, and a retry button if `onRetry` is given. */
export function WatchFailure({ sentence, onRetry }: WatchFailureProps) {
  return <WatchFrame title="" video={<NothingToPlay sentence={sentence} onRetry={onRetry} />} />;
}

/** Shows the same reason and buttons as {@link WatchFailure}, but only in place of the video. */
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

/** The description of an item, below the video; renders nothing for an item without a description. */
export function WatchDescription({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <section className="watch__desc">
      <h2>Descripción</h2>
      <p>{text}</p>
    </section>
  );
}
