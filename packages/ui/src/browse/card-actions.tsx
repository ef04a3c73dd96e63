import type { KeyboardEvent, ReactNode } from 'react';
import { IconButton } from '../action/icon-button.tsx';

/** An action that the card of a film, series or channel offers besides opening it, such as adding it to a list. */
export interface CardAction {
  key: string;
  label: string;
  icon: ReactNode;
  onSelect: () => void;
  /** Whether the action's button is drawn solid, because it is the card's preferred action. */
  solid?: boolean | undefined;
}

/**
 * Moves the focus between the action buttons of a card on ← and →; beyond the first or last button, the key is left to
 * the elements around the card.
 */
function handleActionKey(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
  const step = event.key === 'ArrowRight' ? 1 : -1;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const next = buttons[buttons.indexOf(event.target as HTMLButtonElement) + step];
  if (next === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}

/** The action buttons of a film's or series' card, shown over its poster. */
export function CardActions({ actions, title }: { actions: readonly CardAction[]; title: string }) {
  const handleSelect = (button: HTMLElement, { onSelect }: CardAction): void => {
    // The focus moves from the action's button to the card's link first: a dialog that the action opens returns the
    // focus to this link on closing, when the button is hidden.
    button.closest('.card')?.querySelector<HTMLElement>('.card__link')?.focus({ preventScroll: true });
    onSelect();
  };
  return (
    <div
      className="card__acts"
      role="toolbar"
      aria-label={`Acciones de ${title}`}
      tabIndex={-1}
      onKeyDown={handleActionKey}
    >
      {actions.map((action) => (
        <IconButton
          key={action.key}
          label={action.label}
          variant={action.solid ? 'solid' : 'soft'}
          data-within
          onClick={(event) => handleSelect(event.currentTarget, action)}
        >
          {action.icon}
        </IconButton>
      ))}
    </div>
  );
}
