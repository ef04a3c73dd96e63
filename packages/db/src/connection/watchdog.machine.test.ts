import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { expect, it } from 'vitest';

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/**
 * Starts a process that has a paused child process with a watchdog (a helper that stops the child when its parent was
 * killed); the started process prints the child's process id.
 */
async function startOwner() {
  const { output } = await build({
    input: fileURLToPath(new URL('watchdog.ts', import.meta.url)),
    platform: 'node',
    write: false,
    logLevel: 'silent',
  });
  const code = `${output[0].code}
    const { spawn: start } = await import('node:child_process');
    const child = start('sleep', ['600'], { stdio: 'ignore' });
    startWatchdog(child.pid, 'SIGKILL');
    child.kill('SIGSTOP');
    console.log(child.pid);
    setInterval(() => undefined, 1000);`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(owner.stdout, 'data')) as [Buffer];
  return { owner, pid: Number(line.toString()) };
}

it.skipIf(process.platform === 'win32')('a paused child ends when its parent is killed', async () => {
  const { owner, pid } = await startOwner();
  expect(isAlive(pid)).toBe(true);
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  await expect.poll(() => isAlive(pid)).toBe(false);
});
