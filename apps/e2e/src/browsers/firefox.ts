/*
 * Drives Firefox by Marionette, the protocol on which Mozilla's own WebDriver server (geckodriver, which Debian does not have)
 * is built: over a TCP connection, each message is its length in bytes, a colon, and a JSON array. A call is
 * `[0, id, command, parameters]`, its answer `[1, id, error, result]`.
 */
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { Automation } from './automation.ts';
import { startProgram } from './start-program.ts';

/** With port 0 Firefox chooses a free one, and writes it into its profile. */
const preferences = `user_pref("marionette.port", 0);
user_pref("app.update.auto", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("services.settings.server", "");
`;

/** Opens Firefox without a window, with a profile of its own. */
export async function openFirefox(): Promise<Automation> {
  const profile = await mkdtemp(join(tmpdir(), 'butaca-firefox-'));
  await writeFile(join(profile, 'user.js'), preferences);
  const firefox = startProgram('firefox-esr', [
    '--headless',
    '--marionette',
    '--no-remote',
    '--profile',
    profile,
    '--width',
    '1366',
    '--height',
    '900',
  ]);
  const end = async (): Promise<void> => {
    await firefox.end();
    await rm(profile, { recursive: true, force: true });
  };
  try {
    const portFile = join(profile, 'MarionetteActivePort');
    const port = await vi.waitUntil(() => readPort(portFile), { timeout: 30_000 });
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const call = createCaller(socket);
    await call('WebDriver:NewSession', {});
    return {
      navigate: async (url) => void (await call('WebDriver:Navigate', { url })),
      async run(script, args) {
        return ((await call('WebDriver:ExecuteScript', { script, args })) as { value: unknown }).value;
      },
      act: async (actions) => void (await call('WebDriver:PerformActions', { actions })),
      async [Symbol.asyncDispose]() {
        socket.destroy();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Reads the port that Firefox has chosen; 0 as long as it has not written the file to its end. */
const readPort = async (portFile: string): Promise<number> =>
  Number(await readFile(portFile, 'utf8').catch(() => ''));

type Answer = readonly [type: 1, id: number, error: { message: string } | null, result: unknown];

/** Makes a function that calls a command of Marionette, and returns its result. */
function createCaller(socket: Socket) {
  const waiting = new Map<number, (answer: Answer) => void>();
  let received = Buffer.alloc(0);
  let lastId = 0;
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const colon = received.indexOf(':');
      const length = Number(received.toString('latin1', 0, Math.max(colon, 0)));
      if (colon < 0 || received.length < colon + 1 + length) return;
      const message: unknown = JSON.parse(received.toString('utf8', colon + 1, colon + 1 + length));
      received = received.subarray(colon + 1 + length);
      // The first message is no answer: it names the protocol.
      if (!Array.isArray(message)) continue;
      const answer = message as unknown as Answer;
      waiting.get(answer[1])?.(answer);
      waiting.delete(answer[1]);
    }
  });
  return (command: string, parameters: object): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = (lastId += 1);
      waiting.set(id, ([, , error, result]) => {
        if (error === null) resolve(result);
        else reject(new Error(`${command}: ${error.message}`));
      });
      const message = JSON.stringify([0, id, command, parameters]);
      socket.write(`${Buffer.byteLength(message)}:${message}`);
    });
}
