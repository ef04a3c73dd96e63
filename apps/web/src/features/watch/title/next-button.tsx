import { SkipForward } from 'lucide-react';

/** The button in the player's control bar that opens the next chapter of the series. */
export function NextButton({ onNext }: { onNext: () => void }) {
  return (
    <button
      type="button"
      className="player__button player__wide"
      aria-label="Siguiente capítulo"
      onClick={onNext}
    >
      <SkipForward className="player__icon" aria-hidden />
    </button>
  );
}
