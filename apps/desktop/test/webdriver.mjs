import { setTimeout as sleep } from 'node:timers/promises';

/** The key «Enter», as the protocol writes it. */
export const enterKey = '\uE007';

/** The key under which the protocol gives an element. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** How long a command may take; starting the shell is one of them. */
const longestCallMs = 60_000;

/** @typedef {ReturnType<typeof createDriver>} Driver */

/**
 * Opens the shell through a driver that speaks the W3C protocol.
 *
 * @param {string} address - of the driver
 * @param {string} application - the shell's program
 */
export async function openSession(address, application) {
  const capabilities = { alwaysMatch: { 'tauri:options': { application } } };
  const { sessionId } = /** @type {any} */ (await call('POST', `${address}/session`, { capabilities }));
  const driver = createDriver(`${address}/session/${sessionId}`);
  await driver.command('POST', '/timeouts', { script: 60_000 });
  await driver.noteWindow();
  return driver;
}

/** @param {string} session - the address of the session */
function createDriver(session) {
  /** The window that the commands are about. */
  let current = '';
  return { command, evaluate, run, find, click, type, textOf, noteWindow, switchToNext, close };

  /** Remembers which window the session has begun with. */
  async function noteWindow() {
    current = /** @type {string} */ (await command('GET', '/window'));
  }

  /** @param {string} method @param {string} path @param {object} [body] */
  function command(method, path, body) {
    return call(method, session + path, body);
  }

  /**
   * @param {string} expression
   * @returns {Promise<any>}
   */
  function evaluate(expression) {
    return command('POST', '/execute/sync', { script: `return (${expression})`, args: [] });
  }

  /**
   * Runs the body of an asynchronous function in the page, and gives what it returns; the argument is named `given`.
   * Rejects with what the function throws.
   *
   * @param {string} body
   * @param {unknown} [given]
   * @returns {Promise<any>}
   */
  async function run(body, given = null) {
    const script = `const [given, done] = arguments;
      (async () => { ${body} })().then(
        (value) => done({ value }),
        (error) => done({ error: typeof error === 'string' ? error : (error?.message ?? JSON.stringify(error)) }),
      );`;
    const answer = /** @type {any} */ (await command('POST', '/execute/async', { script, args: [given] }));
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.value;
  }

  /** Waits for an element that is shown. @param {string} selector - of CSS, or an XPath that begins with `//` */
  async function find(selector) {
    try {
      return await until(() => findShown(selector), `an element ${selector}`);
    } catch (error) {
      throw new Error(`${String(error)}; ${await describePage()}`, {
        cause: error,
      });
    }
  }

  /** What the page shows, for the error of a test that waited for something else in vain. */
  async function describePage() {
    const shown = await evaluate(
      '[location.href, `${innerWidth}x${innerHeight}`, document.visibilityState, document.body.innerText].join(" ")',
    ).catch(String);
    return `the page shows: ${String(shown).replaceAll(/\s+/g, ' ').slice(0, 400)}`;
  }

  /** An element that is shown now. The page may replace elements while they are looked at. @param {string} selector */
  async function findShown(selector) {
    const query = { using: selector.startsWith('//') ? 'xpath' : 'css selector', value: selector };
    const found = /** @type {any[]} */ (await command('POST', '/elements', query).catch(() => []));
    for (const { [elementKey]: id } of found) {
      const isShown = await command('GET', `/element/${id}/displayed`).catch(() => false);
      if (isShown) return /** @type {string} */ (id);
    }
    return undefined;
  }

  /** @param {string} selector */
  async function click(selector) {
    await command('POST', `/element/${await find(selector)}/click`, {});
  }

  /** Types a text instead of what a field has. @param {string} selector @param {string} text */
  async function type(selector, text) {
    await until(async () => {
      const id = await findShown(selector);
      if (id === undefined) return false;
      const typed = command('POST', `/element/${id}/clear`, {}).then(() =>
        command('POST', `/element/${id}/value`, { text }),
      );
      return await typed.then(
        () => true,
        () => false,
      );
    }, `field ${selector}`);
  }

  /** @param {string} selector */
  async function textOf(selector) {
    return /** @type {string} */ (await command('GET', `/element/${await find(selector)}/text`));
  }

  /** Goes on with the window that takes the place of this one. */
  async function switchToNext() {
    current = await until(async () => {
      const handles = /** @type {string[]} */ (await command('GET', '/window/handles'));
      return handles.length === 1 && handles[0] !== current && handles[0];
    }, 'next window');
    await command('POST', '/window', { handle: current });
  }

  async function close() {
    await command('DELETE', '').catch(() => {});
  }
}

/** @param {string} method @param {string} address @param {object} [body] @returns {Promise<unknown>} */
async function call(method, address, body) {
  const response = await fetch(address, {
    method,
    signal: AbortSignal.timeout(longestCallMs),
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${method} ${address}: ${value?.error} ${value?.message}`);
  return value;
}

/**
 * Resolves to the first value that is neither `undefined` nor `false`.
 *
 * @template Value
 * @param {() => Value | undefined | false | Promise<Value | undefined | false>} look
 * @param {string} what - for the error when it does not come
 */
export async function until(look, what, limitMs = 60_000) {
  for (const endsAt = performance.now() + limitMs; performance.now() < endsAt;) {
    const value = await look();
    if (value !== undefined && value !== false) return value;
    await sleep(20);
  }
  throw new Error(`there was no ${what} within ${limitMs} ms`);
}
