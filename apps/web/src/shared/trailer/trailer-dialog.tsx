import { Button, Dialog, EmptyState, ErrorState, Spinner } from '@butaca/ui';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../platform/api/api-error.ts';
import { api } from '../../platform/api/api.ts';
import type { Card } from '../card/card.ts';
import { findYouTubeId, isTrailerCall, youTubeFrameAddress } from './trailer-address.ts';
import './trailer-dialog.css';

const failed = 'No se pudo reproducir el tráiler.';

/** The dialog that plays the trailer of a title; open while it is rendered. */
export function TrailerDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Tráiler de ${card.title}`}
      size="lg"
    >
      <div className="trailer">
        <Trailer card={card} />
      </div>
    </Dialog>
  );
}

function Trailer({ card }: { card: Card }) {
  const { trailerUrl } = card;
  if (trailerUrl === undefined) return <EmptyState title="Este título no tiene tráiler." />;
  const id = findYouTubeId(trailerUrl);
  if (id === undefined) {
    return isTrailerCall(trailerUrl) ? <ServedTrailer card={card} /> : <PlainVideo src={trailerUrl} />;
  }
  return <YouTubeFrame id={id} title={card.title} />;
}

function YouTubeFrame({ id, title }: { id: string; title: string }) {
  const [isLoaded, setIsLoaded] = useState(false);
  return (
    <iframe
      src={youTubeFrameAddress(id)}
      title={`Tráiler de ${title}`}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      allowFullScreen
      // YouTube needs `allow-same-origin` to play; a frame of another origin cannot remove its own sandbox even so.
      // oxlint-disable-next-line react/iframe-missing-sandbox -- for the reason above
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      // The page sends no referrer to other sites, but YouTube plays only if it receives the page's origin.
      referrerPolicy="strict-origin-when-cross-origin"
      // The YouTube frame takes no focus until it is loaded, so that the dialog's close button gets the focus first:
      // keys pressed inside the frame, Escape included, never reach the page.
      {...(!isLoaded && { tabIndex: -1 })}
      onLoad={() => setIsLoaded(true)}
    />
  );
}

/**
 * The query of a trailer's stream URL on our server. The URL is for one person and one playback, so it is discarded
 * when the dialog closes.
 */
const trailerQuery = (id: string) =>
  queryOptions({
    queryKey: ['trailer', id],
    queryFn: ({ signal }) => api('GET /api/videos/:id/trailer', { params: { id } }, signal),
    staleTime: Infinity,
    gcTime: 0,
  });

function ServedTrailer({ card }: { card: Card }) {
  const { data, error, isPending, refetch } = useQuery(trailerQuery(card.id));
  if (isPending) return <Spinner label="Cargando tráiler..." />;
  if (error !== null) return <Failed sentence={messageOf(error, failed)} onRetry={() => void refetch()} />;
  return <PlainVideo src={data.url} />;
}

function PlainVideo({ src }: { src: string }) {
  const [attempt, setAttempt] = useState(0);
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) {
    return (
      <Failed
        sentence={failed}
        onRetry={() => {
          setIsBroken(false);
          setAttempt(attempt + 1);
        }}
      />
    );
  }
  return (
    // Trailers have no subtitles.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video key={attempt} src={src} controls autoPlay playsInline onError={() => setIsBroken(true)} />
  );
}

function Failed({ sentence, onRetry }: { sentence: string; onRetry: () => void }) {
  return (
    <ErrorState
      title={sentence}
      headingLevel={3}
      action={
        <Button variant="primary" onClick={onRetry}>
          Reintentar
        </Button>
      }
    />
  );
}
