import { DeniedState } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useSearchParams } from '../../platform/navigation/use-navigation.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { LazyScreen } from '../../platform/lazy-screen.tsx';
import { usePageTitle } from '../../shared/page-title.ts';
import { AdminMenu } from './admin-menu.tsx';
import { readTab, type AdminTab } from './admin-tabs.ts';
import './admin.css';
import { demoQuery } from './admin.queries.ts';
import { DemoNotice } from './demo-notice.tsx';
import { FilterStrip } from './filter-strip.tsx';

/** «Panel de Administración»: the menu of tabs, and beside or below it the content of the tab that the URL names. */
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
      <AdminMenu tab={tab} />
      <main className="admin__main" id="contenido" tabIndex={-1}>
        <div className="admin__head">
          <div>
            <p className="admin__crumb">Panel de Administración</p>
            <h1>{tab.label}</h1>
          </div>
        </div>
        <FilterStrip tab={tab} />
        {tab.hasDemoNotice ? <TabWithDemoNotice tab={tab} /> : <TabContent tab={tab} />}
      </main>
    </div>
  );
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
