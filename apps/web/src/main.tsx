import './trusted-types.ts';
import '@butaca/ui/theme.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createHashRouter } from 'react-router';
import { App } from './app.tsx';
import { awaitHome } from './index-route.tsx';
import './layout/shell.css';
import { giveEntriesKeys } from './platform/entry-keys.ts';
import { leaveOldRelease } from './platform/old-release.ts';
import { sessionStore } from './platform/session/session-store.ts';
import { routes } from './routes.tsx';

leaveOldRelease(() => location.reload());
sessionStore.restore();
giveEntriesKeys();

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root element');
const page = createRoot(root);
// The first render is a transition, which React splits between frames: on a slow phone a single render would block
// input too long.
const show = () => startTransition(() => page.render(<App router={createHashRouter(routes)} />));
const early = window.butacaEarly;
// Tells the script that requests the home page's data early, if it has not run yet, that the page makes its calls
// itself.
window.butacaEarly = early;
if (early === undefined) show();
else void awaitHome(early).then(show);
