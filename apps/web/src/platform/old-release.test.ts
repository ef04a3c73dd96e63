import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { leaveOldRelease } from './old-release.ts';

const reload = vi.fn<() => void>();
const answers = vi.fn<typeof fetch>();
let stop: () => void;

beforeEach(() => {
  vi.stubGlobal('fetch', answers);
  stop = leaveOldRelease(reload);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetAllMocks();
  sessionStorage.clear();
  document.head.replaceChildren();
});

function failToLoad(message: string): void {
  const payload = new TypeError(message);
  window.dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload }));
}
const missingScript =
  'Failed to fetch dynamically imported module: http://localhost/assets/toast-panel-a1.js';
const missingSheet = 'Unable to preload CSS for /assets/toast-panel-a1.css';

it('a script that is missing on the server reloads the page, once', async () => {
  answers.mockResolvedValue(new Response(null, { status: 404 }));
  failToLoad(missingScript);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  failToLoad(missingScript);
  await vi.waitFor(() => expect(answers).toHaveBeenCalledTimes(2));
  expect(answers).toHaveBeenCalledWith('http://localhost/assets/toast-panel-a1.js', expect.anything());
  expect(reload).toHaveBeenCalledOnce();
});

it('a script failure without a name reloads the page when the page’s own script is missing', async () => {
  const script = document.createElement('script');
  script.type = 'module';
  script.src = '/assets/index-a1.js';
  document.head.append(script);
  answers.mockResolvedValue(new Response(null, { status: 404 }));
  failToLoad('Importing a module script failed.');
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(answers).toHaveBeenCalledWith(expect.stringContaining('/assets/index-a1.js'), expect.anything());
});

it('a style sheet that fails for lack of a connection is requested again, without a reload', async () => {
  vi.useFakeTimers();
  answers.mockRejectedValue(new TypeError('Failed to fetch'));
  failToLoad(missingSheet);
  await vi.advanceTimersByTimeAsync(2_000);
  const sheets = document.querySelectorAll('link[href="/assets/toast-panel-a1.css"]');
  expect(sheets).toHaveLength(1);
  sheets[0]?.dispatchEvent(new Event('error'));
  await vi.advanceTimersByTimeAsync(4_000);
  const again = document.querySelectorAll('link[href="/assets/toast-panel-a1.css"]');
  expect(again).toHaveLength(1);
  expect(again[0]).not.toBe(sheets[0]);
  expect(reload).not.toHaveBeenCalled();
});
