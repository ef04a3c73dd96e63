import { Keyboard } from 'lucide-react';

/**
 * The button of the player's control bar that opens the table of keyboard shortcuts; hidden on touch screens, which
 * have no keys.
 */
export function HelpButton({ onOpen }: { onOpen: () => void }) {
  return (
    <button
      type="button"
      className="player__button help-button"
      aria-label="Teclas del reproductor"
      onClick={onOpen}
    >
      <Keyboard className="player__icon" aria-hidden />
    </button>
  );
}
