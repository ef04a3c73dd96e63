import './trusted-types.ts';
import '@butaca/ui/theme.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { UNSAFE_createHashHistory as createHashHistory } from 'react-router';
import { App } from './app.tsx';
import { awaitEarlyScreen } from './early-screen.ts';
import './layout/shell.css';
import { giveEntriesKeys } from './platform/entry-keys.ts';
import { createPageRouter } from './platform/navigation/page-router.ts';
import { leaveOldRelease } from './platform/old-release.ts';
import { isTelevision } from './platform/television.ts';
import { sessionStore } from './platform/session/session-store.ts';
import { after } from './platform/base/clock.ts';

leaveOldRelease(() => location.reload());
// The shells for phones and the desktop put these into the window; their session is read from the shell, which takes
// time: until then the page is `loading`.
if ('Capacitor' in window || '__TAURI_INTERNALS__' in window) {
  void import('./open-shell.tsx').then(({ openShell }) => openShell()).catch(sessionStore.restore);
} else sessionStore.restore();
giveEntriesKeys();

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root element');
const page = createRoot(root);
// The first render of the application is a transition, which React splits between frames: on a slow phone a single
// render would block input for too long.
const show = () => startTransition(() => page.render(<App router={createPageRouter(createHashHistory())} />));
const early = window.butacaEarly;
// The property `butacaEarly` is set even to `undefined`. The script early.ts, which requests the data of the opened screen
// before the application's code runs, then knows that it came too late and makes no call.
window.butacaEarly = early;
// Registering the service worker makes the browser load the rest of the release: that waits until the page is shown.
addEventListener('load', () => after(3_000, () => void loadRest()), { once: true });
async function loadRest(): Promise<void> {
  try {
    const { runLater } = await import('./later.ts');
    await runLater();
    // The first key of a remote control may be pressed when there is no connection any more.
    await import('./layout/remote.ts');
  } catch {
    // Without the server there is no newer release either.
  }
}
if (isTelevision()) {
  void import('./layout/television.ts').then(({ openTelevision }) => openTelevision()).catch(() => undefined);
}
// `URL.canParse` is the newest of the functions that the file adds, so that newer browsers do not load it.
const older = 'canParse' in URL ? undefined : import('./platform/older-browsers.ts');
if (early === undefined && older === undefined) show();
else void Promise.all([older, early && awaitEarlyScreen(early)]).then(show);
