import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import { projectRoot } from '../src/platform/project-root.ts';

const adminPassword = 'clave-del-servidor-parado-2031';
const started = /http:\/\/localhost:(\d+)/g;

/** Starts the product as `npm start` does, with the database that it brings. */
async function startProduct() {
  const folder = await mkdtemp(join(tmpdir(), 'butaca-parado-'));
  const child = spawn(process.execPath, ['--inspect-port=0', join(projectRoot(), 'tools/start.mjs')], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: folder,
      DEMO: 'false',
      ADMIN_PASSWORD: adminPassword,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (text: string) => void (said += text));
  /** The processes that run the server now. */
  const listServers = (): number[] =>
    execFileSync('ps', ['-eo', 'ppid=,pid=,args='], { encoding: 'utf8' })
      .split('\n')
      .flatMap((line) => {
        const [parent, pid] = line.trim().split(/\s+/).map(Number);
        return parent === child.pid && pid !== undefined && line.includes('main.js') ? [pid] : [];
      });
  onTestFinished(async () => {
    child.kill('SIGTERM');
    // One that stands still does not end by that.
    for (const pid of listServers()) process.kill(pid, 'SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  return {
    said: () => said,
    /** The addresses of the server, one for each of its starts. */
    addresses: () => [...said.matchAll(started)].map(([address]) => address),
    listServers,
    async stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/**
 * Lets the event loop of a server run without end. Its debugger, which is asked to do so, is closed before, because the
 * watchdog ends no server with a debugger.
 */
async function block(pid: number, readSaid: () => string): Promise<void> {
  process.kill(pid, 'SIGUSR1');
  const findDebugger = () => /ws:\/\/127\.0\.0\.1:\S+/.exec(readSaid())?.[0];
  await expect.poll(findDebugger).toBeDefined();
  const socket = new WebSocket(findDebugger() ?? '');
  await once(socket, 'open');
  const expression = `
    setTimeout(() => process.getBuiltinModule('node:inspector').close(), 500);
    setTimeout(() => { for (;;); }, 2_000);
    'blocking soon'`;
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }));
  const [{ data }] = (await once(socket, 'message')) as [{ data: string }];
  expect(data).toContain('blocking soon');
  socket.close();
}

const readHealth = async (address: string): Promise<number> => (await fetch(`${address}/api/health`)).status;

it('a server whose event loop stands still ends itself, says so, and starts again with its data', async () => {
  const product = await startProduct();
  await expect.poll(() => product.addresses().length, { timeout: 90_000 }).toBe(1);
  const [pid = 0] = product.listServers();
  await block(pid, product.said);
  await expect.poll(() => product.addresses().length, { timeout: 60_000 }).toBe(2);
  expect(product.said()).toContain('"msg":"the event loop stands still, ending the process"');
  expect(product.said()).toContain('El servidor se ha quedado parado y se ha terminado a sí mismo.');
  const [next, ...others] = product.listServers();
  expect(others).toEqual([]);
  expect(next).not.toBe(pid);
  const address = product.addresses()[1] ?? '';
  expect(await readHealth(address)).toBe(200);
  const signedIn = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-id': 'a'.repeat(32) },
    body: JSON.stringify({ username: 'admin', password: adminPassword }),
  });
  expect(signedIn.status).toBe(200);
  expect(await product.stop()).toEqual([0, null]);
});
