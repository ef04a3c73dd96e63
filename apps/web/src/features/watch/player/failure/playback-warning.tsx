import { IconButton } from '@butaca/ui';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import './playback-warning.css';

/** As long as it takes to read it twice. */
const shownMs = 15_000;

/** What is missing in what plays on. It goes by itself, because it lies on what the person watches. */
export function PlaybackWarning({ sentence }: { sentence: string }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), shownMs);
    return () => clearTimeout(timer);
  }, []);
  if (isOver) return null;
  return (
    <div className="player__warning player__warning--passing">
      <p role="status">{sentence}</p>
      <IconButton label="Cerrar aviso" onClick={() => setOver(true)}>
        <X className="ico" aria-hidden />
      </IconButton>
    </div>
  );
}
