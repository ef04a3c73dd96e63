import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../platform/api/api-error.ts';
import { openPendingSaves, type PendingSave } from './pending-saves.ts';
import { createProgressQueue } from './progress-queue.ts';

const atOf = (second: number): string => new Date(Date.UTC(2026, 10, 21, 12, 0, second)).toISOString();
const save = (videoId: string, second: number, given: Partial<PendingSave['body']> = {}): PendingSave => ({
  videoId,
  body: { lastTime: second, at: atOf(second), ...given },
});
const unreachable = new ApiError({ status: 0, code: 'call.unreachable' });

/**
 * A fake server for the queue of playback positions: gives the listed answers in order and accepts every position after
 * them.
 */
function serverWith(...answers: (ApiError | undefined)[]) {
  const received: PendingSave[] = [];
  const send = async (sent: PendingSave): Promise<void> => {
    received.push(sent);
    const answer = answers.shift();
    if (answer !== undefined) throw answer;
  };
  return { received, send, names: () => received.map(({ videoId, body }) => `${videoId}${body.lastTime}`) };
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the queue of progress saves', () => {
  it('sends saves one by one, oldest first, and removes those that the server takes', async () => {
    const pending = openPendingSaves('ada');
    const server = serverWith();
    for (const each of [save('b', 2), save('a', 1), save('c', 3)]) pending.add(each);
    createProgressQueue({ pending, send: server.send }).flush();
    await vi.runAllTimersAsync();
    expect(server.names()).toEqual(['a1', 'b2', 'c3']);
    expect(pending.list()).toEqual([]);
  });

  it('retries with doubling waits up to one minute, and sends only a film’s newest save', async () => {
    const pending = openPendingSaves('ada');
    const server = serverWith(...Array.from({ length: 8 }, () => unreachable));
    const queue = createProgressQueue({ pending, send: server.send });
    const triedAtMs: number[] = [];
    const startedAtMs = Date.now();
    const timed = createProgressQueue({
      pending,
      send: async (each) => {
        triedAtMs.push(Date.now() - startedAtMs);
        await server.send(each);
      },
    });
    queue.stop();
    timed.add(save('a', 1));
    await vi.advanceTimersByTimeAsync(14_000);
    timed.add(save('a', 5));
    await vi.runAllTimersAsync();
    expect(triedAtMs).toEqual([0, 2_000, 6_000, 14_000, 30_000, 62_000, 122_000, 182_000, 242_000]);
    expect(server.names().at(-1)).toBe('a5');
    expect(pending.list()).toEqual([]);
  });

  it('sends the next save at once when another tab has sent the one that failed', async () => {
    const pending = openPendingSaves('ada');
    const server = serverWith(unreachable);
    const queue = createProgressQueue({ pending, send: server.send });
    queue.add(save('a', 1));
    await vi.advanceTimersByTimeAsync(10);
    openPendingSaves('ada').remove(save('a', 1));
    await vi.advanceTimersByTimeAsync(2_000);
    queue.add(save('b', 2));
    await vi.advanceTimersByTimeAsync(10);
    expect(server.names()).toEqual(['a1', 'b2']);
  });

  it('retries a failed save at once when it is flushed', async () => {
    const pending = openPendingSaves('ada');
    const server = serverWith(unreachable);
    const queue = createProgressQueue({ pending, send: server.send });
    queue.add(save('a', 1));
    await vi.advanceTimersByTimeAsync(10);
    queue.flush();
    await vi.advanceTimersByTimeAsync(10);
    expect(pending.list()).toEqual([]);
  });

  it.each([400, 403, 404, 413])('drops a save refused with %d, and sends the next one', async (status) => {
    const pending = openPendingSaves('ada');
    const server = serverWith(new ApiError({ status, code: 'x.y' }));
    pending.add(save('a', 1));
    pending.add(save('b', 2));
    createProgressQueue({ pending, send: server.send }).flush();
    await vi.advanceTimersByTimeAsync(0);
    expect(server.names()).toEqual(['a1', 'b2']);
    expect(pending.list()).toEqual([]);
  });

  it.each([401, 429, 500, 503])('keeps a save answered with %d', async (status) => {
    const pending = openPendingSaves('ada');
    const server = serverWith(new ApiError({ status, code: 'x.y' }));
    const queue = createProgressQueue({ pending, send: server.send });
    queue.add(save('a', 1));
    await vi.advanceTimersByTimeAsync(100);
    expect(pending.list()).toHaveLength(1);
    queue.stop();
  });

  it('sends an urgent save at once, while another one is pending', async () => {
    const pending = openPendingSaves('ada');
    const received: string[] = [];
    const queue = createProgressQueue({
      pending,
      send: ({ videoId }) => {
        received.push(videoId);
        return new Promise(() => {});
      },
    });
    queue.add(save('a', 1));
    queue.add(save('b', 2), 'urgent');
    expect(received).toEqual(['a', 'b']);
    expect(pending.list()).toHaveLength(2);
  });
});

describe('the stored progress saves', () => {
  it('survive a reload, and belong to one account', () => {
    openPendingSaves('Ada').add(save('a', 1));
    expect(openPendingSaves('ada').list()).toEqual([save('a', 1)]);
    expect(openPendingSaves('eva').list()).toEqual([]);
  });

  it('keep a newer save of the same film when an older one is removed', () => {
    const pending = openPendingSaves('ada');
    pending.add(save('a', 1));
    pending.add(save('a', 2));
    pending.remove(save('a', 1));
    expect(pending.list()).toEqual([save('a', 2)]);
  });

  it('are at most two hundred, and the oldest are dropped', () => {
    const pending = openPendingSaves('ada');
    for (let index = 0; index < 210; index += 1) pending.add(save(`v${index}`, index));
    expect(pending.list()).toHaveLength(200);
    expect(pending.list()[0]?.videoId).toBe('v10');
  });

  it.each(['{', '7', '[null,{"videoId":3}]', '[{"videoId":"a","body":{"lastTime":1,"at":"ayer"}}]'])(
    'are empty when the storage holds %s',
    (text) => {
      localStorage.setItem('progress:ada', text);
      expect(openPendingSaves('ada').list()).toEqual([]);
    },
  );

  it('live as long as the page when the storage is full', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const pending = openPendingSaves('ada');
    pending.add(save('a', 1));
    expect(pending.list()).toHaveLength(1);
    pending.remove(save('a', 1));
    expect(pending.list()).toEqual([]);
  });

  it('are the newest save of each film and chapter, oldest first', () => {
    const any = fc.record({
      video: fc.constantFrom('a', 'b'),
      chapter: fc.option(fc.integer({ min: 1, max: 2 })),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 30 }), (given) => {
        localStorage.clear();
        const pending = openPendingSaves('ada');
        const newest = new Map<string, PendingSave>();
        for (const [second, { video, chapter }] of given.entries()) {
          const each = save(video, second, { lastChapter: chapter, lastSeason: chapter });
          pending.add(each);
          newest.set(`${video} ${chapter}`, each);
        }
        const expected = [...newest.values()].toSorted((a, b) => a.body.at.localeCompare(b.body.at));
        expect(pending.list()).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });
});
