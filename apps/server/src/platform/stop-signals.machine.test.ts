import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { projectRoot } from './project-root.ts';

/** A test program that stops in an orderly way on a signal, which takes `graceMs`, and prints what it does. */
const program = `
  import { stopOnSignals } from './stop-signals.mjs';
  const [graceMs, sameRequestMs] = process.argv.slice(2).map(Number);
  stopOnSignals(() => {
    console.log('stopping');
    setTimeout(() => { console.log('stopped'); process.exit(0); }, graceMs);
  }, sameRequestMs);
  setInterval(() => {}, 1_000);
  console.log('ready');
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'butaca-stop-'));
  const bundle = await rolldown({
    input: join(projectRoot(), 'apps/server/src/platform/stop-signals.ts'),
    platform: 'node',
  });
  await bundle.write({ file: join(folder, 'stop-signals.mjs') });
  await bundle.close();
  await writeFile(join(folder, 'program.mjs'), program);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Started {
  child: ChildProcess;
  /** Resolves when the program that the test stops by signals has printed the given word. */
  hear(word: string): Promise<void>;
  /** Everything that the program that the test stops by signals has printed; resolves once the program has ended. */
  said: Promise<string>;
}

/**
 * Starts the program that the test stops by signals, as npm does: through a shell that waits for it, in a process group
 * of its own.
 */
function start(graceMs: number, sameRequestMs: number): Started {
  const command = `"${process.execPath}" program.mjs ${graceMs} ${sameRequestMs}; exit $?`;
  const child = spawn('/bin/sh', ['-c', command], {
    cwd: folder,
    detached: true,
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  const waiting = new Set<() => void>();
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    for (const look of waiting) look();
  });
  return {
    child,
    hear: (word) =>
      new Promise((resolve) => {
        const look = () => text.includes(word) && resolve();
        waiting.add(look);
        look();
      }),
    said: once(child.stdout, 'close').then(() => text),
  };
}

const signalGroup = ({ child }: Started, signal: NodeJS.Signals) => process.kill(-(child.pid ?? 0), signal);

describe.skipIf(process.platform === 'win32')('a request to stop', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s to the process group is handled once, although the parent ends',
    async (signal) => {
      const started = start(1_200, 2_000);
      await started.hear('ready');
      signalGroup(started, signal);
      expect(await started.said).toBe('ready\nstopping\nstopped\n');
    },
  );

  it('by two signals at once is handled once', async () => {
    const started = start(300, 2_000);
    await started.hear('ready');
    signalGroup(started, 'SIGINT');
    signalGroup(started, 'SIGTERM');
    expect(await started.said).toBe('ready\nstopping\nstopped\n');
  });

  it('that is repeated later ends the process at once', async () => {
    const started = start(60_000, 0);
    await started.hear('ready');
    signalGroup(started, 'SIGTERM');
    await started.hear('stopping');
    signalGroup(started, 'SIGTERM');
    expect(await started.said).toBe('ready\nstopping\n');
  });

  it('is recognised when npm ends without sending a signal', async () => {
    const started = start(100, 2_000);
    await started.hear('ready');
    started.child.kill('SIGKILL');
    expect(await started.said).toBe('ready\nstopping\nstopped\n');
  });
});
