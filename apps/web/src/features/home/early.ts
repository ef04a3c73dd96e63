/*
 * Runs before the code of the page has come, as a file of its own that shares nothing with it: on a phone's connection the code
 * takes longer than everything else together. Whoever is signed in and opens the home page is asked for what it shows, and
 * for the picture that opens it.
 */
import type { Home } from '@butaca/contract';
import { chooseBilled } from './choose-billed.ts';
import '../../platform/api/early-answer.ts';

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
  window.butacaEarly = { route: 'GET /api/home', token: session.token, response: copy, cancel };
  void showBilled(response);
}

async function showBilled(response: Promise<Response>): Promise<void> {
  try {
    const answer = await response;
    if (!answer.ok) return;
    const picture = chooseBilled((await answer.json()) as Home)?.backdrop;
    if (picture) {
      const link = { rel: 'preload', as: 'image', href: picture, fetchPriority: 'high' };
      document.head.append(Object.assign(document.createElement('link'), link));
    }
  } catch {
    // The page asks again, and says what is wrong.
  }
}
