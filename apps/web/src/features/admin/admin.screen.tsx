import { DeniedState } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useSyncExternalStore } from 'react';
import { useSearchParams } from '../../platform/navigation/use-navigation.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { LazyScreen } from '../../platform/lazy-screen.tsx';
import { usePageTitle } from '../../shared/page-title.ts';
import { adminTabs, readTab, type AdminTab } from './admin-tabs.ts';
import './admin.css';
import { demoQuery } from './admin.queries.ts';
import { planRequestsQuery } from './plan-requests/plan-requests.queries.ts';
import { DemoNotice } from './demo-notice.tsx';

/** «Panel de Administración»: the side menu of tabs, and beside it the content of the tab that the URL names. */
export function AdminScreen() {
  const [query] = useSearchParams();
  const session = useSyncExternalStore(sessionStore.subscribe, sessionStore.read);
  const tab = readTab(query.get('tab'));
  usePageTitle(`${tab.label} · Panel de Administración`);
  if (session.status !== 'authenticated' || session.user.role !== 'admin') {
    return (
      <main className="page" id="contenido" tabIndex={-1}>
        <DeniedState title="Acceso denegado. Debes ser administrador." headingLevel={1} />
      </main>
    );
  }
  return (
    <div className="admin">
      <nav className="admin__side" aria-label="Panel de Administración">
        {[...new Set(adminTabs.map(({ group }) => group))].map((group) => (
          <div key={group} className="admin__group">
            <h2>{group}</h2>
            {adminTabs
              .filter((each) => each.group === group)
              .map(({ key, label: name, icon: Icon }) => (
                <Link
                  key={key}
                  to={{ search: `?tab=${key}` }}
                  ref={key === tab.key ? bringIntoLine : undefined}
                  aria-current={key === tab.key ? 'page' : undefined}
                >
                  <Icon className="ico" aria-hidden="true" />
                  {name}
                  {key === 'plan_requests' && <Waiting />}
                </Link>
              ))}
          </div>
        ))}
      </nav>
      <main className="admin__main" id="contenido" tabIndex={-1}>
        <div className="admin__head">
          <div>
            <p className="admin__crumb">Panel de Administración</p>
            <h1>{tab.label}</h1>
          </div>
        </div>
        {tab.hasDemoNotice ? <TabWithDemoNotice tab={tab} /> : <TabContent tab={tab} />}
      </main>
    </div>
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

/**
 * Where the administration tabs are in one line, as on a phone, scrolls that line until the chosen tab is in its
 * middle.
 */
function bringIntoLine(tab: HTMLElement | null): void {
  const line = tab?.closest('nav');
  if (!tab || !line) return;
  const [outer, inner] = [line.getBoundingClientRect(), tab.getBoundingClientRect()];
  line.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
}

/**
 * Hides the content of an administration tab until the page knows whether the demonstration notice is shown above the
 * content, which would otherwise jump down.
 */
function TabWithDemoNotice({ tab }: { tab: AdminTab }) {
  const { isPending, failureCount } = useQuery(demoQuery());
  return (
    <>
      <DemoNotice />
      <div hidden={isPending && failureCount === 0}>
        <TabContent tab={tab} />
      </div>
    </>
  );
}

const TabContent = ({ tab }: { tab: AdminTab }) => <LazyScreen key={tab.key} load={tab.load} shape="part" />;
