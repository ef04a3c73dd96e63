import { Link } from 'react-router';
import { findMenuTab, type AdminTab } from './admin-tabs.ts';

/** The links above a table to the tabs that show it filtered, such as the types of videos; nothing for other tabs. */
export function FilterStrip({ tab }: { tab: AdminTab }) {
  const whole = findMenuTab(tab);
  const tabs = [whole, ...(whole.filters ?? [])];
  if (tabs.length === 1 || !tabs.includes(tab)) return null;
  return (
    <nav className="admin__filters" aria-label={whole.label}>
      {tabs.map(({ key, label }) => (
        <Link
          key={key}
          to={{ search: `?tab=${key}` }}
          ref={key === tab.key ? bringIntoLine : undefined}
          aria-current={key === tab.key ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** Scrolls a strip that is wider than the window until the chosen link is in its middle. */
function bringIntoLine(link: HTMLElement | null): void {
  const strip = link?.closest('nav');
  if (!link || !strip) return;
  const [outer, inner] = [strip.getBoundingClientRect(), link.getBoundingClientRect()];
  strip.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
}
