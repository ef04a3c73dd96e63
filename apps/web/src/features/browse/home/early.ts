/*
 * This separate script runs before the page's main code is loaded and shares no code with it: on a phone's connection the main
 * code takes longer to load than everything else together. If a signed-in person opens the home page, the script fetches that
 * page's data and code, and shows the billboard's image as soon as it is loaded.
 */
import type { Home } from '@butaca/contract';
import { chooseBillboard } from './choose-billboard.ts';
import '../../../platform/api/early-answer.ts';

/** The URLs of the home page's code and style sheets, apart from the application's main files; inserted by the build. */
declare const homeFiles: readonly string[];

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

const session = readSession();
// Nothing is fetched if the main code was loaded before this script, because the main code has then made its calls itself.
if (!('butacaEarly' in window) && session !== undefined && /^(?:#\/?)?$/.test(location.hash)) {
  const controller = new AbortController();
  const response = askHome(session, controller.signal);
  const copy = response.then((answer) => answer.clone());
  for (const href of homeFiles) {
    const what = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
    document.head.append(Object.assign(document.createElement('link'), what, { crossOrigin: '', href }));
  }
  const picture = showBillboard(response).catch(() => undefined);
  // The promise's copy may never be awaited: its rejection must not be reported as unhandled.
  copy.catch(() => undefined);
  const cancel = (): void => controller.abort();
  window.butacaEarly = { route: 'GET /api/home', token: session.token, response: copy, picture, cancel };
}

async function askHome({ token, device }: Session, signal: AbortSignal): Promise<Response> {
  const headers = { 'x-device-id': device, authorization: `Bearer ${token}` };
  const answer = await fetch('/api/home', { headers, signal });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer;
}

/** Shows the billboard's image in the page's static shell; if the page is already rendered, this only fills the image cache. */
async function showBillboard(response: Promise<Response>): Promise<void> {
  const home = (await (await response).json()) as Home;
  const src = chooseBillboard(home)?.backdrop;
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
