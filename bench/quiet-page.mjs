const pollMs = 50;
const timeoutMs = 30_000;

/**
 * Opens a browser page whose network events are not recorded. Playwright records the network events of its own pages,
 * and Chromium then keeps the content of their responses for the inspector: before an image is discarded it is encoded
 * as text, inside the garbage collection, which then took three times as long. On a real phone this does not happen.
 *
 * @param {import('playwright-core').Browser} browser
 * @returns {Promise<QuietPage>}
 * @see https://chromium.googlesource.com/chromium/src/+/main/third_party/blink/renderer/core/inspector/network_resources_data.cc
 *
 * @typedef {object} QuietPage
 * @property {(method: string, params?: object) => Promise<any>} send - sends a command of the Chrome DevTools Protocol
 * @property {(url: string) => Promise<void>} goto - opens a URL and waits for its load; opens an empty page before,
 * because a URL that differs only after `#` would not load anew
 * @property {(run: Function, argument?: unknown) => Promise<any>} evaluate - runs `run` in the page and awaits its
 * promise
 * @property {(run: Function, argument?: unknown) => Promise<void>} waitFor - waits until `run` returns true in the page
 * @property {() => Promise<void>} close
 */
export async function openQuietPage(browser) {
  const whole = await browser.newBrowserCDPSession();
  // Playwright attaches to every page of the browser contexts that it has created, so this page gets a browser context
  // that Playwright does not know.
  const { browserContextId } = await whole.send('Target.createBrowserContext');
  const { targetId } = await whole.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await whole.send('Target.attachToTarget', { targetId, flatten: false });
  const waiting = new Map();
  whole.on('Target.receivedMessageFromTarget', ({ sessionId: from, message }) => {
    const { id, result, error } = JSON.parse(message);
    const call = from === sessionId ? waiting.get(id) : undefined;
    if (call === undefined) return;
    waiting.delete(id);
    if (error === undefined) call.resolve(result);
    else call.reject(new Error(`${call.method}: ${error.message}`));
  });
  const fail = (reason) => {
    for (const { method, reject } of waiting.values()) reject(new Error(`${method}: ${reason}`));
    waiting.clear();
  };
  whole.on('Target.detachedFromTarget', (gone) => {
    if (gone.sessionId === sessionId) fail('the page is gone');
  });
  whole.on('Target.targetCrashed', (crashed) => {
    if (crashed.targetId === targetId) fail('the page has crashed');
  });
  let last = 0;
  const send = async (method, params = {}) => {
    last += 1;
    const id = last;
    const answer = new Promise((resolve, reject) => waiting.set(id, { method, resolve, reject }));
    await whole.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id, method, params }),
    });
    return answer;
  };
  const evaluate = async (run, argument) => {
    const { result, exceptionDetails } = await send('Runtime.evaluate', {
      expression: `(${run})(${JSON.stringify(argument)})`,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  const waitFor = async (run, argument) => {
    const until = Date.now() + timeoutMs;
    while (!(await evaluate(run, argument))) {
      if (Date.now() > until) {
        const unsettled = await evaluate(() => globalThis.unsettled);
        throw new Error(`not within ${timeoutMs} ms: ${run.name} ${unsettled ?? ''}`);
      }
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  };
  const goto = async (url) => {
    for (const next of ['about:blank', url]) {
      const { errorText } = await send('Page.navigate', { url: next });
      if (errorText !== undefined) throw new Error(`${next}: ${errorText}`);
      await waitFor(isAt, next);
    }
  };
  const close = async () => {
    await whole.send('Target.disposeBrowserContext', { browserContextId });
    await whole.detach();
  };
  return { send, goto, evaluate, waitFor, close };
}

/** Whether the browser page has finished loading the given URL. Runs in the page. */
function isAt(url) {
  return location.href.startsWith(url) && document.readyState === 'complete';
}
