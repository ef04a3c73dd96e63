import { classes } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { findMenuTab, menuGroups, type AdminTab, type MenuTab } from './admin-tabs.ts';
import { planRequestsQuery } from './plan-requests/plan-requests.queries.ts';

/**
 * The menu of the administration panel: beside the content in a wide window; in a narrow one a button with the name of
 * the chosen tab opens and closes it above the content.
 */
export function AdminMenu({ tab }: { tab: AdminTab }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menuId = useId();
  const { icon: Icon } = findMenuTab(tab);
  /** Closes the menu, and gives the focus to its button before the focused line disappears. */
  function close(): void {
    button.current?.focus();
    setOpen(false);
  }
  function handleKey(event: KeyboardEvent): void {
    if (!isOpen || event.key !== 'Escape') return;
    event.preventDefault();
    close();
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape is a key of the links inside
    <nav className="admin__side" aria-label="Panel de Administración" onKeyDown={handleKey}>
      <button
        ref={button}
        type="button"
        className="admin__toggle"
        aria-expanded={isOpen}
        aria-controls={menuId}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon className="ico" aria-hidden="true" />
        <span>Menú</span> <b>{tab.label}</b>
        <ChevronDown className="ico" aria-hidden="true" />
      </button>
      <div id={menuId} className={classes('admin__menu', isOpen && 'is-open')}>
        {menuGroups.map(({ name, tabs }) => (
          <div key={name} className="admin__group">
            <h2>{name}</h2>
            <ul aria-label={name}>
              {tabs.map((each) => (
                <MenuLine key={each.key} tab={each} chosen={tab} onChoose={close} />
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}

interface MenuLineProps {
  tab: MenuTab;
  chosen: AdminTab;
  onChoose: () => void;
}

/** The line of a tab in the menu, and below it those of its forms. */
function MenuLine({ tab, chosen, onChoose }: MenuLineProps) {
  const { key, label, icon: Icon, forms = [] } = tab;
  // A filter of the tab's table has no line in the menu: the table's line says that the table is shown.
  const isOfTab = findMenuTab(chosen) === tab && !forms.includes(chosen);
  return (
    <li>
      <Link
        to={{ search: `?tab=${key}` }}
        aria-current={chosen === tab ? 'page' : isOfTab || undefined}
        onClick={onChoose}
      >
        <Icon className="ico" aria-hidden="true" />
        {label}
        {key === 'plan_requests' && <Waiting />}
      </Link>
      {forms.length > 0 && (
        <ul className="admin__forms" aria-label={label}>
          {forms.map((form) => (
            <li key={form.key}>
              <Link
                to={{ search: `?tab=${form.key}` }}
                aria-current={chosen === form ? 'page' : undefined}
                onClick={onChoose}
              >
                {form.label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** How many requests for plans wait for an answer, beside the name of their tab; nothing while none waits. */
function Waiting() {
  const { data } = useQuery(planRequestsQuery(1));
  if (data === undefined || data.waiting === 0) return null;
  const waiting = data.waiting.toLocaleString('es');
  return (
    <span className="admin__waiting num">
      {' '}
      {waiting}
      <span className="vh"> sin responder</span>
    </span>
  );
}
