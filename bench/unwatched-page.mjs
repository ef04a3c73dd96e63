const pollMs = 50;
const settleTimeoutMs = 20_000;

/**
 * A page that no inspector listens to. Playwright listens to the network of each of its own pages, and Chromium keeps what such
 * a page has fetched for whoever listens: a picture that is thrown away is first written as text, within the collection of
 * garbage, which made that three times as long here. Nobody's phone does so.
 *
 * @param {import('playwright-core').Browser} browser
 * @returns {Promise<UnwatchedPage>}
 * @see https://chromium.googlesource.com/chromium/src/+/main/third_party/blink/renderer/core/inspector/network_resources_data.cc
 *
 * @typedef {object} UnwatchedPage
 * @property {(method: string, params?: object) => Promise<any>} send
 * @property {(run: Function, argument?: unknown) => Promise<any>} evaluate - runs `run` there; waits for its promise
 * @property {(run: Function, argument?: unknown) => Promise<void>} waitFor - until it is true there
 * @property {() => Promise<void>} close
 */
export async function openUnwatchedPage(browser) {
  const whole = await browser.newBrowserCDPSession();
  // Playwright lets go of a page whose context it has not made.
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
    const until = Date.now() + settleTimeoutMs;
    while (!(await evaluate(run, argument))) {
      if (Date.now() > until) throw new Error(`not within ${settleTimeoutMs} ms: ${run.name}`);
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  };
  const close = async () => {
    await whole.send('Target.disposeBrowserContext', { browserContextId });
    await whole.detach();
  };
  return { send, evaluate, waitFor, close };
}
