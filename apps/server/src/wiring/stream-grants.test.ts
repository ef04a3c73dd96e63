import type { ItemKey, PlanKey } from '@butaca/contract';
import { describe, expect, it } from 'vitest';
import { AppError } from '../platform/http/app-error.ts';
import type { Session } from '../shared/session.ts';
import type { StreamGrant, StreamVerdict } from '../shared/stream/stream-grant.ts';
import { createStreamGrants, createTitlesFor, type StreamRights } from './stream-grants.ts';

const session: Session = {
  accountId: 'ana',
  username: 'ana',
  role: 'user',
  plan: 'gplay',
  maxStreams: 1,
  mustChangePassword: false,
  deviceId: 'tele',
  sessionKey: 'clave',
};
const grant: StreamGrant = {
  accountId: 'ana',
  deviceId: 'tele',
  sessionKey: 'clave',
  itemKey: 'video:7',
  isTrial: false,
  issuedAtSeconds: 1_000,
};

/**
 * Creates the checks of the right to a stream for one session, with given answers of the features that are asked;
 * `asked` notes the questions to these features.
 */
function createRights(
  given: {
    current?: Session | undefined;
    verdict?: StreamVerdict | undefined;
    limit?: AppError;
    move?: AppError;
  } = {},
) {
  const { current, verdict, limit, move } = {
    current: session,
    verdict: 'allowed' as const,
    limit: undefined,
    move: undefined,
    ...given,
  };
  const asked: string[] = [];
  const rights: StreamRights = {
    sessions: { check: async () => current },
    checkItem(itemKey, viewer: { plan: PlanKey }) {
      asked.push(`item ${itemKey} ${viewer.plan}`);
      return verdict && Promise.resolve(verdict);
    },
    playing: {
      async take({ deviceId, itemKey }) {
        asked.push(`take ${deviceId} ${itemKey}`);
        return limit;
      },
      async renew(accountId, { deviceId, itemKey }) {
        asked.push(`renew ${accountId} ${deviceId} ${itemKey}`);
        return 'lapsed';
      },
      findMove: async () => move,
    },
    trial: {
      async charge({ playableKey, fromSeconds, toSeconds }) {
        asked.push(`charge ${playableKey} ${fromSeconds}-${toSeconds}`);
      },
    },
  };
  return { grants: createStreamGrants(rights), asked };
}

describe('the right to a stream', () => {
  it('needs a current session, an item that the plan opens, and a lease', async () => {
    const { grants, asked } = createRights();
    expect(await grants.check(grant, 'start')).toBeUndefined();
    expect(asked).toEqual(['item video:7 gplay', 'take tele video:7']);
  });

  it.each([
    ['a session that has ended', { current: undefined }],
    ['the session of another account', { current: { ...session, accountId: 'luis' } }],
    ['an item that is gone', { verdict: 'item_gone' as const }],
    ['an item of an unknown kind', { verdict: undefined }],
    ['a plan that does not open it', { verdict: 'plan_denied' as const }],
  ])('is refused with %s, and no lease is taken', async (_what, given) => {
    const { grants, asked } = createRights(given);
    expect(await grants.check(grant, 'start')).toMatchObject({ code: 'stream.forbidden' });
    expect(asked.filter((each) => each.startsWith('take'))).toEqual([]);
  });

  it('is given on trial when the plan does not open the item, but not for a deleted item', async () => {
    const trial = { ...grant, isTrial: true };
    expect(await createRights({ verdict: 'plan_denied' }).grants.check(trial, 'start')).toBeUndefined();
    expect(await createRights({ verdict: 'item_gone' }).grants.check(trial, 'start')).toMatchObject({
      code: 'stream.forbidden',
    });
  });

  it('is refused when too many devices play', async () => {
    const limit = new AppError('stream.limit');
    expect(await createRights({ limit }).grants.check(grant, 'start')).toBe(limit);
  });

  it('is rechecked while the stream runs, without taking a lease again', async () => {
    const { grants, asked } = createRights({ limit: new AppError('stream.limit') });
    expect(await grants.check(grant, 'recheck')).toBeUndefined();
    expect(asked).toEqual(['item video:7 gplay']);
  });

  it('ends when the lease has moved to the television to which the device casts, or back', async () => {
    const move = new AppError('stream.stopped');
    expect(await createRights({ move }).grants.check(grant, 'recheck')).toBe(move);
  });
});

describe('the right to a trailer', () => {
  const trailer = { ...grant, itemKey: 'trailer:7' as ItemKey };

  it('needs no lease and takes none', async () => {
    const { grants, asked } = createRights({ limit: new AppError('stream.limit') });
    expect(await grants.check(trailer, 'start')).toBeUndefined();
    expect(await grants.renew(trailer)).toBeUndefined();
    expect(asked).toEqual(['item trailer:7 gplay']);
  });
});

describe('the titles of what plays', () => {
  const checkItem = (itemKey: ItemKey) =>
    Promise.resolve<StreamVerdict>(itemKey === 'channel:1' ? 'allowed' : 'plan_denied');
  const titleOf = (itemKey: ItemKey) => Promise.resolve(`Título ${itemKey}`);
  const tell = (current: Session | undefined) =>
    createTitlesFor({ sessions: { check: async () => current }, checkItem, titleOf });

  it('are those that the viewer may watch', async () => {
    expect(await tell(session)(['channel:1', 'channel:2'], grant)).toEqual(['Título channel:1']);
  });

  it('are not told to a session that has ended', async () => {
    expect(await tell(undefined)(['channel:1'], grant)).toEqual([]);
  });
});

describe('a running stream', () => {
  it('renews the lease of its device', async () => {
    const { grants, asked } = createRights();
    expect(await grants.renew(grant)).toBe('lapsed');
    expect(asked).toEqual(['renew ana tele video:7']);
  });

  it.each<[string, ItemKey | null, string]>([
    ['the film', null, 'video:7'],
    ['the chapter of a series', 'chapter:3', 'chapter:3'],
  ])('charges a trial to %s', async (_what, playableKey, charged) => {
    const { grants, asked } = createRights();
    const { signal } = new AbortController();
    await grants.charge({ ...grant, playableKey, isTrial: true }, { fromSeconds: 0, toSeconds: 6 }, signal);
    expect(asked).toEqual([`charge ${charged} 0-6`]);
  });
});
