/*
 * Runs before the code of the page has come, as a file of its own that shares nothing with it: on a phone's connection the code
 * takes longer than everything else together. Where somebody who is signed in opens the home page, it asks for what that page shows
 * and for its code, and shows its picture as soon as that is there.
 */
import type { Home } from '@butaca/contract';
import { chooseBilled } from './choose-billboard.ts';
import '../../../platform/api/early-answer.ts';

/** The paths of the home page's code and style sheets beyond the page's own, which the build knows. */
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
// If the page's code was loaded before this script, the page has made its calls itself.
if (!('butacaEarly' in window) && session !== undefined && /^(?:#\/?)?$/.test(location.hash)) {
  const controller = new AbortController();
  const response = askHome(session, controller.signal);
  const copy = response.then((answer) => answer.clone());
  for (const href of homeFiles) {
    const what = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
    document.head.append(Object.assign(document.createElement('link'), what, { crossOrigin: '', href }));
  }
  const picture = showBilled(response).catch(() => undefined);
  // Whether anybody takes it is not known yet.
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

/** Shows the picture that opens the page in the shell. Where the page stands already, it is at hand for it. */
async function showBilled(response: Promise<Response>): Promise<void> {
  const home = (await (await response).json()) as Home;
  const src = chooseBilled(home)?.backdrop;
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
