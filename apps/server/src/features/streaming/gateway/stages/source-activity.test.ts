import { createVirtualClock } from '@butaca/testing';
import { expect, it } from 'vitest';
import { createSourceActivity } from './source-activity.ts';

const idle = (): boolean => false;

it('a source that has never sent anything is silent', () => {
  const activity = createSourceActivity(createVirtualClock());
  expect(activity.isSilent()).toBe(true);
  activity.begin(idle);
  expect(activity.isSilent()).toBe(true);
});

it('a source that sends nothing for five seconds of an open request is silent', async () => {
  const clock = createVirtualClock();
  const activity = createSourceActivity(clock);
  const reading = activity.begin(idle);
  reading.flow();
  await clock.advance(4_999);
  expect(activity.isSilent()).toBe(false);
  await clock.advance(1);
  expect(activity.isSilent()).toBe(true);
  reading.flow();
  expect(activity.isSilent()).toBe(false);
});

it('a source whose bytes wait for the program is not silent', async () => {
  const clock = createVirtualClock();
  const activity = createSourceActivity(clock);
  let isBlocked = true;
  activity.begin(() => isBlocked).flow();
  await clock.advance(60_000);
  expect(activity.isSilent()).toBe(false);
  isBlocked = false;
  expect(activity.isSilent()).toBe(true);
});

it('a program that has stopped asking does not wait for its source; one that asks for a playlist again does', async () => {
  const clock = createVirtualClock();
  const activity = createSourceActivity(clock);
  const reading = activity.begin(idle);
  reading.flow();
  reading.end();
  await clock.advance(12_000);
  expect(activity.isSilent()).toBe(false);
  activity.begin(idle).end();
  expect(activity.isSilent()).toBe(true);
});

it('a program waits for the source of a film as long as nothing of it waits for the program', async () => {
  const clock = createVirtualClock();
  const activity = createSourceActivity(clock, { isAhead: true });
  let isBlocked = false;
  const reading = activity.begin(() => isBlocked);
  for (let second = 0; second < 12; second += 1) {
    reading.flow();
    expect(activity.isSilent()).toBe(true);
    await clock.advance(1_000);
  }
  isBlocked = true;
  expect(activity.isSilent()).toBe(false);
  reading.flow();
  reading.end();
  expect(activity.isSilent()).toBe(false);
});
