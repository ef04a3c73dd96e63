import type { FakeServer } from '@butaca/testing';
import { readTab } from '../src/features/admin/admin-tabs.ts';
import { LazyScreen } from '../src/platform/lazy-screen.tsx';
import { useSearchParams } from '../src/platform/navigation/use-navigation.ts';
import { loadScreen } from './load-screen.ts';
import type { OpenedApp } from './open-app.tsx';
import { openPart } from './open-part.tsx';

/** What a test needs of an opened page, whether it is the whole application or one tab of the administration. */
export interface OpenedPage extends Pick<OpenedApp, 'server' | 'user' | 'path' | 'calls'> {
  go(path: string): Promise<void>;
}

/**
 * Opens the content of an administration tab under its heading, as the fake server's administrator, without the header, the
 * side menu and the notice about the demo, which take most of the time that it takes to open the whole application.
 *
 * @param path - the path and query of the tab
 * @param prepare - changes the fake server before the tab is rendered
 */
export async function openAdminTab(
  path: string,
  prepare?: (server: FakeServer) => void,
): Promise<OpenedPage> {
  await loadScreen(path);
  return openPart(<ChosenTab />, { as: 'ada', at: path, ...(prepare && { prepare }) });
}

function ChosenTab() {
  const [query] = useSearchParams();
  const { key, label, load } = readTab(query.get('tab'));
  return (
    <main id="contenido" tabIndex={-1}>
      <h1>{label}</h1>
      <LazyScreen key={key} load={load} shape="part" />
    </main>
  );
}
