import { once } from 'node:events';
import { findFreePort } from '../../../../tools/cluster/free-port.mjs';
import { vi } from 'vitest';
import type { Automation } from './automation.ts';
import { startProgram } from './start-program.ts';

/**
 * What MiniBrowser, the browser of WebKitGTK, needs on a machine without sound, graphics and session: a sound sink that
 * keeps time, drawing in memory, and no sandbox of its own.
 */
const environment = {
  GST_PLUGIN_FEATURE_RANK: 'alsasink:NONE,openalsink:NONE,pulsesink:NONE',
  LIBGL_ALWAYS_SOFTWARE: '1',
  NO_AT_BRIDGE: '1',
  WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
};

/** Opens WebKitGTK's browser on a screen in memory (Xvfb), and drives it with WebKitWebDriver. */
export async function openWebkit(): Promise<Automation> {
  const screen = startProgram('Xvfb', ['-displayfd', '3', '-screen', '0', '1366x900x24', '-nolisten', 'tcp']);
  const [display] = (await once(screen.announced, 'data')) as [Buffer];
  const port = await findFreePort();
  const driver = startProgram('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    ...environment,
    DISPLAY: `:${display.toString().trim()}`,
  });
  const end = async (): Promise<void> => {
    await driver.end();
    await screen.end();
  };
  const call = createCaller(`http://127.0.0.1:${port}`);
  try {
    await vi.waitFor(() => call('GET', '/status'), { timeout: 30_000 });
    const { sessionId } = (await call('POST', '/session', { capabilities: {} })) as { sessionId: string };
    const session = `/session/${sessionId}`;
    return {
      navigate: async (url) => void (await call('POST', `${session}/url`, { url })),
      run: (script, args) => call('POST', `${session}/execute/sync`, { script, args }),
      act: async (actions) => void (await call('POST', `${session}/actions`, { actions })),
      async [Symbol.asyncDispose]() {
        await call('DELETE', session).catch(() => undefined);
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Makes a function that calls a WebDriver server over HTTP, and returns the value of its answer. */
function createCaller(origin: string) {
  return async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(origin + path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
}
