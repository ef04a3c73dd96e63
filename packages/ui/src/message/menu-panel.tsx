import { Menu as Parts } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { classes } from '../element/classes.ts';
import './menu.css';

/** An entry of a menu: a link or an action. */
export interface MenuEntry {
  key: string;
  label: string;
  icon?: ReactNode;
  onSelect?: (() => void) | undefined;
  /** The element to render the menu entry as, e.g. a router's link. */
  render?: ReactElement | undefined;
  /** Whether the menu entry is the one currently chosen; set only for entries that are alternatives of each other. */
  checked?: boolean | undefined;
  tone?: 'danger' | undefined;
}

export interface MenuPanelProps {
  open: boolean;
  onClose: () => void;
  anchor: HTMLElement | null;
  label: string;
  head?: ReactNode;
  items: readonly MenuEntry[];
  align: 'start' | 'end';
}

function words({ icon, label, checked }: MenuEntry): ReactNode {
  return (
    <>
      {icon}
      {label}
      {checked ? <Check className="ico menu__check" aria-hidden /> : null}
    </>
  );
}

function MenuLine({ entry }: { entry: MenuEntry }) {
  const className = classes('menu__item', entry.tone === 'danger' && 'menu__item--danger');
  if (entry.checked !== undefined) {
    return (
      <Parts.CheckboxItem
        className={className}
        checked={entry.checked}
        closeOnClick
        label={entry.label}
        onClick={entry.onSelect}
      >
        {words(entry)}
      </Parts.CheckboxItem>
    );
  }
  if (entry.render !== undefined) {
    return (
      <Parts.LinkItem
        className={className}
        render={entry.render}
        closeOnClick
        label={entry.label}
        onClick={entry.onSelect}
      >
        {words(entry)}
      </Parts.LinkItem>
    );
  }
  return (
    <Parts.Item className={className} label={entry.label} onClick={entry.onSelect}>
      {words(entry)}
    </Parts.Item>
  );
}

/** The entries of an open menu, in a separate file, so that its code is loaded only when a menu is about to open. */
export function MenuPanel({ open, onClose, anchor, label, head, items, align }: MenuPanelProps) {
  return (
    <Parts.Root
      open={open}
      onOpenChange={(next, details) => {
        // A press on the button that opened the menu does not count as a press outside the menu: the button closes the
        // menu by itself, and both together would open it again.
        if (details.reason === 'outside-press' && anchor?.contains(details.event.target as Node))
          details.cancel();
        else if (!next) onClose();
      }}
    >
      <Parts.Portal>
        <Parts.Positioner
          className="menu-positioner"
          anchor={anchor}
          align={align}
          sideOffset={8}
          collisionPadding={12}
        >
          <Parts.Popup className="menu" aria-label={label} finalFocus={() => anchor}>
            {head ? <div className="menu__head">{head}</div> : null}
            {items.map((entry) => (
              <MenuLine key={entry.key} entry={entry} />
            ))}
          </Parts.Popup>
        </Parts.Positioner>
      </Parts.Portal>
    </Parts.Root>
  );
}
