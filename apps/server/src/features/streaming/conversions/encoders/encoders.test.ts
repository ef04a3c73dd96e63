import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVirtualClock } from '@butaca/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestConverter } from '../../../../../test/media/make-test-media.ts';
import { createLog } from '../../../../platform/log.ts';
import type { OpeningLimits } from '../../../../platform/programs/confinement.ts';
import type { Converter } from '../ffmpeg/converter.ts';
import { createEncoders } from './encoders.ts';

let root: string;
let converter: Converter;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'butaca-encoders-'));
  converter = await openTestConverter(root);
});
afterAll(() => rm(root, { recursive: true, force: true }));

const silent = 'setInterval(() => undefined, 60_000)';
const listing =
  "console.log(' V....D h264_vaapi  VAAPI'); process.exit(process.argv.includes('-encoders') ? 0 : 1)";

/** Tries VAAPI with a program in place of ffmpeg. */
function open(devices: readonly string[][]) {
  const clock = createVirtualClock();
  const given: { script: string; starts: number; opening: OpeningLimits | undefined } = {
    script: listing,
    starts: 0,
    opening: undefined,
  };
  const own = {
    ...converter,
    confinement: {
      ...converter.confinement,
      spawn({ args, stdio, hasOwnGroup }: Parameters<Converter['confinement']['spawn']>[0]) {
        given.starts += 1;
        const program = ['-e', given.script, '--', ...args];
        return spawn(process.execPath, program, { stdio, detached: hasOwnGroup });
      },
      async withDevices(_devices: readonly string[], opening?: OpeningLimits) {
        given.opening = opening;
        return own.confinement;
      },
    },
  };
  const encoders = createEncoders({
    clock,
    log: createLog('silent'),
    choice: async () => 'vaapi',
    kinds: ['vaapi'],
    listDevices: async () => devices,
  });
  const state = () => encoders.states().map(({ state: now, fault }) => [now, fault])[0];
  return { encoders, clock, given, state, tryAll: () => encoders.tryAll(own) };
}

it.each([
  ['without a device', [], 'no_device'],
  ['whose device may not be opened', [['/no/hay/tal']], 'no_access'],
  ['that does not encode', [[process.execPath]], 'refused'],
])('an encoder %s is missing, and is not chosen', async (_which, devices, fault) => {
  const { encoders, state, tryAll } = open(devices);
  expect(state()).toEqual(['unknown', null]);
  await tryAll();
  expect(state()).toEqual(['missing', fault]);
  expect(await encoders.choose()).toBeUndefined();
  await encoders[Symbol.asyncDispose]();
});

it('an encoder that does not answer in time stays unknown, and is tried again after pauses that grow', async () => {
  const { encoders, clock, given, state, tryAll } = open([]);
  given.script = silent;
  const first = tryAll();
  await expect.poll(() => given.starts).toBe(1);
  await clock.advance(10_000);
  await first;
  expect(state()).toEqual(['unknown', null]);
  await clock.advance(5_000);
  await expect.poll(() => given.starts).toBe(2);
  // The second trial may take twice as long, and the pause after it is twice as long.
  await clock.advance(10_000);
  expect(state()).toEqual(['unknown', null]);
  await clock.advance(10_000);
  given.script = listing;
  await expect
    .poll(async () => {
      await clock.advance(1_000);
      return state();
    })
    .toEqual(['missing', 'no_device']);
  expect(given.starts).toBe(3);
  await encoders[Symbol.asyncDispose]();
});

it('the sandbox with the device of an encoder opens within the time of the trial, and no longer than the server runs', async () => {
  const { encoders, given, tryAll } = open([[process.execPath]]);
  await tryAll();
  expect([given.opening?.openWithinMs, given.opening?.signal?.aborted]).toEqual([10_000, false]);
  await encoders[Symbol.asyncDispose]();
  expect(given.opening?.signal?.aborted).toBe(true);
});
