/* A script of its own that runs before the application's main code is loaded and shares no code with it: on a
   phone's connection the main code takes longer to load than everything else together. If a signed-in person opens
   one of the most used screens, this script loads that screen's code. For the home page it also fetches the data, and
   shows the image of the title on top (the billboard) as soon as it is loaded. */
import type { Home } from '@butaca/contract';
import '../../../platform/api/early-answer.ts';

/**
 * The URLs of a screen's code and style sheets, apart from the application's main files, by the first part of the screen's
 * path; inserted by the build for the screens that people open most.
 */
declare const screenFiles: Readonly<Record<string, readonly string[]>>;

interface Session {
  token: string;
  device: string;
}

function readSession(): Session | undefined {
  try {
    const token = localStorage.getItem('token');
    const device = localStorage.getItem('deviceId');
    return token === null || device === null ? undefined : { token, device };
  } catch {
    return undefined;
  }
}

/** Loads the code of the opened screen, which nothing else requests until the application's main code has run. */
function preloadScreen(): void {
  const path = `/${/^#\/([^/?]*)/.exec(location.hash)?.[1] ?? ''}`;
  for (const href of screenFiles[path] ?? []) {
    const what = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
    document.head.append(Object.assign(document.createElement('link'), what, { crossOrigin: '', href }));
  }
}

const session = readSession();
// Nothing is fetched if the application's main code was loaded before this script (early.ts), because the main code has
// then made its calls itself.
if (!('butacaEarly' in window) && session !== undefined) {
  // The data of the home page are requested before its code: they take longer.
  if (/^(?:#\/?)?$/.test(location.hash)) startHome(session);
  preloadScreen();
}

/** Requests the data of the home page, and shows its image once they are there. */
function startHome(session: Session): void {
  const controller = new AbortController();
  const response = askHome(session, controller.signal);
  const copy = response.then((answer) => answer.clone());
  const image = showBillboard(response).catch(() => undefined);
  // The application may never await this copy of the promise for the home page's data, and a rejection of it must not
  // be reported as unhandled.
  copy.catch(() => undefined);
  const cancel = (): void => controller.abort();
  window.butacaEarly = { route: 'GET /api/home', token: session.token, response: copy, image, cancel };
}

async function askHome({ token, device }: Session, signal: AbortSignal): Promise<Response> {
  const headers = { 'x-device-id': device, authorization: `Bearer ${token}` };
  const answer = await fetch('/api/home', { headers, signal });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer;
}

/**
 * Shows the billboard's image (the large title on top of the home page) in the page's static shell; if React has
 * already rendered the page, the call only fills the browser's image cache.
 */
async function showBillboard(response: Promise<Response>): Promise<void> {
  const home = (await (await response).json()) as Home;
  const src = home.billboard?.backdrop;
  if (!src) return;
  const image = Object.assign(new Image(), { alt: '', fetchPriority: 'high', src });
  await image.decode();
  const shell = document.querySelector('.shell');
  const art = document.createElement('div');
  art.className = 'shell__art';
  art.append(image);
  shell?.classList.add('shell--billed');
  shell?.prepend(art);
}
