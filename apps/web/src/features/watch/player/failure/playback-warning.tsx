import { IconButton } from '@butaca/ui';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import './playback-warning.css';
import { after } from '../../../../platform/base/clock.ts';

/** How long the warning that part of the playback is missing covers the video: long enough to be read twice. */
const shownMs = 15_000;

/**
 * A warning over the video that part of the playback, such as the sound, is missing. It disappears after 15 s, because
 * it covers the video.
 */
export function PlaybackWarning({ sentence }: { sentence: string }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    return after(shownMs, () => setOver(true));
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
