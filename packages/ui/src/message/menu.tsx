import {
  useState,
  type MouseEvent,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import { renderElement } from '../element/render-element.ts';
import { UnloadedNotice } from './floating-notice.tsx';
import { menuPanel, prepareMenu } from './lazy-menu.ts';
import type { MenuEntry } from './menu-panel.tsx';

export interface MenuProps {
  /** The name, for screen readers, of the menu and of the button that opens it. */
  label: string;
  /** The `button` that opens the menu; the menu adds its event handlers and states. */
  trigger: ReactElement;
  /** Content above the menu's entries, such as the user's name. */
  head?: ReactNode;
  items: readonly MenuEntry[];
  align?: 'start' | 'end' | undefined;
}

/** A button that opens a menu. Escape, a choice and a press outside close it, and the focus returns to the button. */
export function Menu({ label, trigger, head, items, align = 'end' }: MenuProps) {
  const [open, setOpen] = useState(false);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { Part, isFailed, retry } = menuPanel.usePart(open);

  const show = (event: SyntheticEvent<HTMLElement>) => {
    setAnchor(event.currentTarget);
    setOpen(true);
  };
  const button = renderElement(trigger, {
    'aria-label': label,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    onPointerEnter: prepareMenu,
    onFocus: prepareMenu,
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (open) setOpen(false);
      else show(event);
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      show(event);
    },
  });

  return (
    <>
      {button}
      {isFailed ? <UnloadedNotice onRetry={retry} onClose={() => setOpen(false)} /> : null}
      {anchor === null || Part === undefined ? null : (
        <Part
          open={open}
          onClose={() => setOpen(false)}
          anchor={anchor}
          label={label}
          head={head}
          items={items}
          align={align}
        />
      )}
    </>
  );
}
