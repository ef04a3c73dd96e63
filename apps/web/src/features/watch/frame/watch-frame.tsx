import { Button, classes, ErrorState, IconButton, useArrowNavigation } from '@butaca/ui';
import { ArrowLeft } from 'lucide-react';
import { useEffect, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import { useGoBack } from './watch-origin.ts';
import './watch.css';

interface WatchFrameProps {
  title: string;
  subtitle?: string | undefined;
  chips?: readonly string[];
  /** A further action on the item, beside the title. */
  action?: ReactNode;
  /** Tints the page's ground, `#rrggbb`. */
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

/** Arrow navigation on the whole page, except in elements that handle the arrow keys themselves. */
function usePageKeys() {
  const { onKeyDown } = useArrowNavigation({ leavesSelects: true });
  return {
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      // A dialog's keys arrive here too; they are not the page's.
      if (event.currentTarget.contains(event.target as Node)) onKeyDown(event);
    },
  };
}

interface WatchFailureProps {
  sentence: string;
  onRetry?: (() => void) | undefined;
}

/** The watch page without anything to play: the reason and the back button. */
export function WatchFailure({ sentence, onRetry }: WatchFailureProps) {
  return <WatchFrame title="" video={<NothingToPlay sentence={sentence} onRetry={onRetry} />} />;
}

/** As {@link WatchFailure}, in the place of the video alone. */
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

/** The description of an item, below the video. Renders nothing where there is none. */
export function WatchDescription({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <section className="watch__desc">
      <h2>Descripción</h2>
      <p>{text}</p>
    </section>
  );
}
