/**
 * Requests what an Xtream account has: one call about the account, and six for the categories and items of channels,
 * films and series. No call names a category, because servers ignore it; items name their own. Each list is read while it
 * arrives, so only one item of it is in memory at a time.
 */
import { Readable } from 'node:stream';
import {
  callAddress,
  ItemsUnreadableError,
  readAccount,
  readCategories,
  readChannel,
  readFilm,
  readSeries,
  splitItems,
  type Account,
} from '@butaca/xtream';
import { AppError } from '../../platform/http/app-error.ts';
import { channelLine, filmLine, seriesLine } from './account-list.ts';
import type { FetchList, ListRequest } from './fetch-list.ts';
import type { ListRetries } from './retry-list.ts';
import type { ProviderAccess } from './seal-access.ts';

export interface AccountCalls {
  fetchList: FetchList;
  access: ProviderAccess;
  /** What the requests of a list have in common. */
  request: Pick<ListRequest, 'isFresh' | 'limitBytes' | 'answerWithinMs' | 'withinMs' | 'signal'>;
}

/** The largest answer about an account, and the largest list of categories, in bytes. */
const accountMaxBytes = 1_048_576;
const categoriesMaxBytes = 16_777_216;

const refusalCodes = {
  wrong_credentials: 'provider.wrong_credentials',
  expired: 'provider.expired',
  disabled: 'provider.disabled',
} as const;

/**
 * Asks for the account itself.
 *
 * @param zone - the zone of its local times, where an administrator has named one
 * @throws AppError `provider.wrong_credentials`, `provider.expired`, `provider.disabled`, `provider.not_account` where
 * the answer is not that of an Xtream server, and the error of the request when there is no answer
 */
export async function fetchAccount(calls: AccountCalls, now: Date, zone?: string): Promise<Account> {
  const chunks: Buffer[] = [];
  for await (const chunk of await call(calls, undefined, accountMaxBytes)) chunks.push(chunk as Buffer);
  const account = readAccount(parse(Buffer.concat(chunks).toString()), now, zone);
  if (account === undefined) throw new AppError('provider.not_account');
  if (account.refusal !== undefined) throw new AppError(refusalCodes[account.refusal]);
  return account;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function call(
  { fetchList, access, request }: AccountCalls,
  action: string | undefined,
  limitBytes: number,
): Promise<Readable> {
  const { address: base, account, userAgent, referrer } = access;
  if (account === undefined) throw new AppError('provider.no_address');
  const fetched = await fetchList({
    ...request,
    address: callAddress({ base, ...account }, action),
    userAgent,
    referrer,
    limitBytes: Math.min(limitBytes, request.limitBytes),
  });
  // Only a request with an entity tag or date can be answered without a list.
  if (fetched === undefined) throw new AppError('upstream.unreachable');
  return fetched.stream;
}

/** The lists of an account, in the order in which they are requested. */
const lists = [
  { categories: 'get_live_categories', items: 'get_live_streams', kind: 'channel' },
  { categories: 'get_vod_categories', items: 'get_vod_streams', kind: 'film' },
  { categories: 'get_series_categories', items: 'get_series', kind: 'series' },
] as const;

/**
 * Requests the six lists of an account one after the other. One whose connection breaks is requested again, and goes on with
 * what it had not said before.
 *
 * @returns the lines of what it has; the stream fails with an AppError when a list cannot be had as a whole
 */
export function streamAccount(
  calls: AccountCalls,
  { providerId, account, retries }: { providerId: string; account: Account; retries: ListRetries },
): Readable {
  const { formats } = account;
  // A channel in MPEG-TS needs one connection of the account, one in HLS a request for each segment.
  const extension = formats.length === 0 || formats.includes('ts') ? 'ts' : 'm3u8';
  const toLine = createLineWriter(providerId, extension);
  let left = calls.request.limitBytes;

  async function* counted(stream: Readable): AsyncGenerator<Buffer> {
    for await (const chunk of stream) {
      left -= (chunk as Buffer).length;
      yield chunk as Buffer;
    }
  }
  async function* itemsOf(action: string, limitBytes: number, isFresh: boolean): AsyncGenerator<unknown[]> {
    const request = { ...calls.request, isFresh };
    try {
      yield* splitItems(counted(await call({ ...calls, request }, action, Math.min(limitBytes, left))));
    } catch (error) {
      throw error instanceof ItemsUnreadableError ? new AppError('provider.unreadable_list') : error;
    }
  }
  function readCategoriesOf(action: string): Promise<ReturnType<typeof readCategories>> {
    const leftBefore = left;
    return retries.run(async (isFresh) => {
      left = leftBefore;
      const raw: unknown[] = [];
      for await (const items of itemsOf(action, categoriesMaxBytes, isFresh)) raw.push(...items);
      return readCategories(raw);
    });
  }
  async function* linesOf({ categories: categoriesAction, items: action, kind }: AccountList) {
    const categories = await readCategoriesOf(categoriesAction);
    /** The items that earlier tries have had, and those of the present one. */
    const known = new Set<string>();
    for (let tries = 1; ; tries += 1) {
      const leftBefore = left;
      const had: string[] = [];
      try {
        for await (const items of itemsOf(action, left, tries > 1)) {
          let text = '';
          for (const value of items) {
            const found = toLine[kind](value, categories);
            if (found === undefined) continue;
            had.push(found.id);
            if (!known.has(found.id)) text += found.line;
          }
          if (text !== '') yield text;
        }
        return;
      } catch (error) {
        await retries.prepare(error, tries);
        left = leftBefore;
        for (const id of had) known.add(id);
      }
    }
  }
  async function* lines(): AsyncGenerator<string> {
    for (const list of lists) yield* linesOf(list);
  }
  return Readable.from(bytesOf(lines()), { objectMode: false });
}

type AccountList = (typeof lists)[number];
type ReadLine = (
  value: unknown,
  categories: ReturnType<typeof readCategories>,
) => { id: string; line: string } | undefined;

/** Creates what writes the line of an item, for each kind of list. */
function createLineWriter(
  providerId: string,
  extension: 'ts' | 'm3u8',
): Record<AccountList['kind'], ReadLine> {
  return {
    channel(value, categories) {
      const item = readChannel(value, categories);
      return item && { id: item.id, line: channelLine(providerId, item, extension) };
    },
    film(value, categories) {
      const item = readFilm(value, categories);
      return item && { id: item.id, line: filmLine(providerId, item) };
    },
    series(value, categories) {
      const item = readSeries(value, categories);
      return item && { id: item.id, line: seriesLine(item) };
    },
  };
}

async function* bytesOf(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text);
}
