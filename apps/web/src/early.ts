/* A script of its own that runs before the application's main code is loaded and shares no code with it: on a
   phone's connection the main code takes longer to load than everything else together. If a signed-in person opens
   one of the most used screens, this script requests that screen's data and loads its code. It also loads the largest
   image of the screen; on the home page (the billboard) it shows that image as soon as it is loaded. */
import type { Home, MainSection } from '@butaca/contract';
import './platform/api/early-answer.ts';

/**
 * The URLs of a screen's code and style sheets, apart from the application's main files, by the first part of the screen's
 * path; inserted by the build for the screens that people open most.
 */
declare const screenFiles: Readonly<Record<string, readonly string[]>>;

interface Session {
  token: string;
  device: string;
}

/** The calls that a screen makes when it opens, and what loads its largest image from their first answer. */
interface EarlyScreen {
  calls: readonly [string, ...string[]];
  loadImage?: (answer: unknown) => Promise<unknown> | undefined;
}

/** The screens whose data are requested early, by the path in the location's hash, which has no parameters. */
const screens: Readonly<Record<string, EarlyScreen>> = {
  '/': {
    calls: ['/api/home'],
    loadImage: (answer) => showBillboard((answer as Home).billboard?.backdrop),
  },
  '/peliculas': {
    calls: ['/api/videos/main-sections'],
    loadImage: (answer) => loadImage((answer as MainSection[])[0]?.thumbnailSamples[0])?.decode(),
  },
  '/live-tv': { calls: ['/api/channels/sections', '/api/channels/list'] },
};

function readSession(): Session | undefined {
  try {
    const token = localStorage.getItem('token');
    const device = localStorage.getItem('deviceId');
    return token && device ? { token, device } : undefined;
  } catch {
    return undefined;
  }
}

/** Loads the code of the opened screen, which nothing else requests until the application's main code has run. */
function preloadScreen(): void {
  const path = `/${location.hash.split(/[/?]/)[1] ?? ''}`;
  for (const href of screenFiles[path] ?? []) {
    const what = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
    document.head.append(Object.assign(document.createElement('link'), what, { crossOrigin: '', href }));
  }
}

const session = readSession();
// Nothing is fetched if the application's main code was loaded before this script (early.ts), because the main code has
// then made its calls itself.
if (session && !('butacaEarly' in window)) {
  // The data are requested before the screen's code: they take longer.
  const path = location.hash.replace(/^#?\/?/, '/');
  const screen = screens[path];
  if (screen) startCalls(path, screen, session);
  preloadScreen();
}

/** Requests the data of the opened screen, and loads its largest image once they are there. */
function startCalls(
  path: string,
  { calls, loadImage: loadLargest }: EarlyScreen,
  { token, device }: Session,
): void {
  const controller = new AbortController();
  const headers = { 'x-device-id': device, authorization: `Bearer ${token}` };
  const answers = new Map<string, Promise<Response>>();
  for (const url of calls) {
    const answer = fetch(url, { headers, signal: controller.signal }).then((response) => {
      if (!response.ok) throw new Error(`${response.status}`);
      return response;
    });
    // The application may never await this promise, whose rejection must not be reported as unhandled then.
    answer.catch(() => undefined);
    answers.set(`GET ${url}`, answer);
  }
  const image = answers
    .get(`GET ${calls[0]}`)
    ?.then((response) => response.clone().json())
    .then(loadLargest)
    .catch(() => undefined);
  window.butacaEarly = { path, token, answers, image, cancel: () => controller.abort() };
}

function loadImage(src: string | null | undefined): HTMLImageElement | undefined {
  if (!src) return undefined;
  return Object.assign(new Image(), { alt: '', fetchPriority: 'high', src });
}

/**
 * Shows the billboard's image (the large title on top of the home page) in the page's static shell; if React has
 * already rendered the page, the call only fills the browser's image cache.
 */
async function showBillboard(src: string | null | undefined): Promise<void> {
  const image = loadImage(src);
  if (!image) return;
  await image.decode();
  const shell = document.querySelector('.shell');
  const art = document.createElement('div');
  art.className = 'shell__art';
  art.append(image);
  shell?.classList.add('shell--billed');
  shell?.prepend(art);
}
