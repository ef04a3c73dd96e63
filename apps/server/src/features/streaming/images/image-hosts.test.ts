import { createVirtualClock } from '@butaca/testing';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../platform/http/app-error.ts';
import { createImageHosts } from './image-hosts.ts';

const longMs = 3_600_000;
const at = (host: string, path = 'logo.png') => `http://${host}/${path}`;
const late = () => Promise.reject(new AppError('upstream.timeout'));
const refused = () => Promise.reject(new AppError('upstream.refused'));

/** Makes a fake download that runs until the test ends it, and counts how many of these downloads run at once. */
function createHolding() {
  const letGo: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const task = () =>
    new Promise<void>((resolve) => {
      running += 1;
      most = Math.max(most, running);
      letGo.push(() => {
        running -= 1;
        resolve();
      });
    });
  return { task, letGo, countRunning: () => running, countMost: () => most };
}

describe('an image server', () => {
  it('gets at most six requests at once, and the others in their order', async () => {
    const hosts = createImageHosts(longMs, createVirtualClock());
    const holding = createHolding();
    const all = Array.from({ length: 20 }, (_item, index) =>
      hosts.run(at('a.example', `${index}.png`), holding.task),
    );
    await expect.poll(() => holding.letGo.length).toBe(6);
    for (let next = 0; next < all.length; next += 1) {
      await expect.poll(() => holding.letGo.length).toBeGreaterThan(next);
      holding.letGo[next]?.();
    }
    await Promise.all(all);
    expect([holding.countMost(), holding.countRunning()]).toEqual([6, 0]);
  });

  it('does not delay requests to another server or another port', async () => {
    const hosts = createImageHosts(longMs, createVirtualClock());
    const holding = createHolding();
    const held = Array.from({ length: 6 }, () => hosts.run(at('a.example'), holding.task));
    expect(await hosts.run(at('b.example'), () => Promise.resolve('b'))).toBe('b');
    expect(await hosts.run(at('a.example:81'), () => Promise.resolve('81'))).toBe('81');
    for (const end of holding.letGo) end();
    await Promise.all(held);
  });

  it('has at most a thousand waiting requests, and more are refused with a retry delay', async () => {
    const hosts = createImageHosts(longMs, createVirtualClock());
    const holding = createHolding();
    const all = Array.from({ length: 1_006 }, () => hosts.run(at('a.example'), holding.task));
    await expect(hosts.run(at('a.example'), holding.task)).rejects.toMatchObject({
      code: 'server.unavailable',
      retryAfterSeconds: 5,
    });
    for (let next = 0; next < all.length; next += 1) {
      while (holding.letGo[next] === undefined) await Promise.resolve();
      holding.letGo[next]?.();
    }
    await Promise.all(all);
  });

  it('gets no requests after three timeouts in a row, while other servers do', async () => {
    const hosts = createImageHosts(longMs, createVirtualClock());
    for (let count = 0; count < 3; count += 1)
      await expect(hosts.run(at('a.example'), late)).rejects.toMatchObject({ code: 'upstream.timeout' });
    let asked = 0;
    const task = () => Promise.resolve((asked += 1));
    await expect(hosts.run(at('a.example'), task)).rejects.toMatchObject({ code: 'upstream.unreachable' });
    expect(await hosts.run(at('b.example'), task)).toBe(1);
  });

  it.each([
    ['answers', () => Promise.resolve()],
    ['refuses', refused],
  ])('still gets requests when it %s between two timeouts', async (_what, between) => {
    const hosts = createImageHosts(longMs, createVirtualClock());
    for (const task of [late, late, between, late, late])
      await hosts.run(at('a.example'), task).catch(() => undefined);
    expect(await hosts.run(at('a.example'), () => Promise.resolve('imagen'))).toBe('imagen');
  });

  it('gets requests again after the pause that follows its timeouts', async () => {
    const clock = createVirtualClock();
    const hosts = createImageHosts(longMs, clock);
    for (let count = 0; count < 3; count += 1) await hosts.run(at('a.example'), late).catch(() => undefined);
    await clock.advance(longMs - 1);
    await expect(hosts.run(at('a.example'), late)).rejects.toMatchObject({ code: 'upstream.unreachable' });
    await clock.advance(1);
    expect(await hosts.run(at('a.example'), () => Promise.resolve('imagen'))).toBe('imagen');
  });

  it('fails its waiting requests at once when the running ones time out', async () => {
    const hosts = createImageHosts(longMs, createVirtualClock());
    let asked = 0;
    const task = () => {
      asked += 1;
      return late();
    };
    const all = await Promise.allSettled(Array.from({ length: 30 }, () => hosts.run(at('a.example'), task)));
    expect(asked).toBe(6);
    const codes = all.map((one) => (one.status === 'rejected' ? (one.reason as AppError).code : ''));
    expect(codes.filter((code) => code === 'upstream.unreachable')).toHaveLength(24);
  });
});
