import './trusted-types.ts';
import '@butaca/ui/theme.css';
import { createRoot } from 'react-dom/client';
import { createHashRouter } from 'react-router';
import { App } from './app.tsx';
import { leaveOldRelease } from './platform/old-release.ts';
import { sessionStore } from './platform/session/session-store.ts';
import { routes } from './routes.tsx';

leaveOldRelease(() => location.reload());
sessionStore.restore();

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root element');
createRoot(root).render(<App router={createHashRouter(routes)} />);
