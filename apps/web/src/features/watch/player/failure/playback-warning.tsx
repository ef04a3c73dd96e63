import { IconButton } from '@butaca/ui';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import './playback-warning.css';

/** Long enough to read the warning twice. */
const shownMs = 15_000;

/** Says what is missing in playback that continues. It closes by itself, because it covers the picture. */
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
