/*
 * Runs before the code of the page has come, as a file of its own that shares nothing with it: on a phone's connection the code
 * takes longer than everything else together. For whoever is signed in and opens the home page it asks for what it shows and
 * for its code, and shows the picture that opens it as soon as that is there.
 */
import type { Home } from '@butaca/contract';
import { chooseBilled } from './choose-billed.ts';
import '../../platform/api/early-answer.ts';

/** The paths of the home page's code and style sheets beyond the page's own, which the build knows. */
declare const homeFiles: readonly string[];

function readSession(): { token: string; device: string } | undefined {
  try {
    const token = localStorage.getItem('token');
    const device = localStorage.getItem('deviceId');
    return token === null || device === null ? undefined : { token, device };
  } catch {
    return undefined;
  }
}

const session = readSession();
if (session !== undefined && /^(?:#\/?)?$/.test(location.hash)) {
  const controller = new AbortController();
  const response = fetch('/api/home', {
    headers: { 'x-device-id': session.device, authorization: `Bearer ${session.token}` },
    signal: controller.signal,
  });
  const copy = response.then((answer) => answer.clone());
  // Whether anybody takes it is not known yet.
  copy.catch(() => undefined);
  const cancel = (): void => controller.abort();
  for (const href of homeFiles) {
    const what = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
    document.head.append(Object.assign(document.createElement('link'), what, { crossOrigin: '', href }));
  }
  const isSeen = showBilled(response);
  window.butacaEarly = { route: 'GET /api/home', token: session.token, response: copy, isSeen, cancel };
}

/** @returns whether the page has something to show: what it has not it asks for again, and says what is wrong */
async function showBilled(response: Promise<Response>): Promise<boolean> {
  try {
    const answer = await response;
    if (!answer.ok) return false;
    const src = chooseBilled((await answer.json()) as Home)?.backdrop;
    if (src) await showPicture(src);
    return true;
  } catch {
    return false;
  }
}

/** Puts a picture in the shell. Where the page stands already, it is at hand for it. */
async function showPicture(src: string): Promise<void> {
  const image = Object.assign(new Image(), { alt: '', fetchPriority: 'high', src });
  try {
    await image.decode();
  } catch {
    return;
  }
  const art = document.createElement('div');
  art.className = 'shell__art';
  art.append(image);
  document.querySelector('.shell')?.prepend(art);
}
