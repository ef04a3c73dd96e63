/*
 * Finds the newest videos of a list that hold the words of a search. How common words are together is not known before they are
 * searched: the planner multiplies how common each of them is, and with two common words that no video holds together it would
 * read all videos, newest first, in the hope of filling a page soon. So what is read is bounded:
 *
 * 1. Some of the newest videos of the list tell how common the words are, and fill the page where they are common enough.
 * 2. Where they are common but do not fill it, four times as many videos are read as should be necessary, up to a limit.
 * 3. Otherwise the words are asked of the index of search texts. Of more videos than are put in order, any are taken.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely';

const sampledVideos = 500;
/** How many of the sampled videos have words that count as common. */
const commonInSample = 4;
const spareReading = 4;
/** How many of the newest videos are read at most. */
const mostRead = 20_000;

/** A list of videos, in which words are searched. */
export interface SearchedList {
  /** SQL query of the newest videos of the list, also those without the words, with `id`, `created_at` and `search_text`. */
  newest(limit: number): RawBuilder<unknown>;
  /** SQL query of all videos of the list that hold the words, with `id` and `created_at`. */
  matching: RawBuilder<unknown>;
  /** SQL condition: the `search_text` of a row named `video` holds the words. */
  holds: RawBuilder<SqlBool>;
  /** How many videos that hold the words are counted and put in order at most. */
  most: number;
}

/** Which of the videos of a list are wanted. */
export interface Page {
  offset: number;
  limit: number;
}

/**
 * Returns a page of a list, newest first.
 *
 * @param read - executes one query for the rows with given ids, newest first; the ids come as an SQL query in parentheses, with the
 *   column `id`
 */
export async function listNewestHolding<T>(
  list: SearchedList,
  { offset, limit }: Page,
  read: (ids: RawBuilder<{ id: string }>) => Promise<T[]>,
): Promise<T[]> {
  const wanted = offset + limit;
  const sampled = await read(amongNewest(list, sampledVideos, { offset: 0, limit: wanted }));
  if (sampled.length >= wanted) return sampled.slice(offset);
  const necessary = (sampledVideos * wanted) / sampled.length;
  if (sampled.length >= commonInSample && necessary <= mostRead) {
    const rows = Math.min(Math.ceil(necessary * spareReading), mostRead);
    const found = await read(amongNewest(list, rows, { offset, limit }));
    if (found.length >= limit) return found;
  }
  return read(ofAll(list, { offset, limit }));
}

function amongNewest({ newest, holds }: SearchedList, rows: number, { offset, limit }: Page) {
  return sql<{ id: string }>`(
    select video.id from (${newest(rows)}) as video where ${holds}
    order by video.created_at desc, video.id desc limit ${limit} offset ${offset})`;
}

function ofAll(list: SearchedList, { offset, limit }: Page) {
  return sql<{ id: string }>`(
    with ${matchingOf(list)}, bounded as (select * from matching limit ${list.most})
    select id from bounded order by created_at desc, id desc limit ${limit} offset ${offset})`;
}

/** SQL query for the number of videos that hold the words, as `total`. */
export const countHolding = (list: SearchedList): RawBuilder<{ total: number }> => sql<{ total: number }>`
  with ${matchingOf(list)} select count(*) as total from (select from matching limit ${list.most}) as bounded`;

/**
 * The query `matching`, which is planned as if all of its rows were wanted, and is executed only until enough have been read:
 * with a limit of its own the planner would prefer to read the whole table.
 */
const matchingOf = ({ matching }: SearchedList): RawBuilder<unknown> =>
  sql`matching as materialized (${matching})`;
