/*
 * SQL statements with which a new reading of stored titles changes videos, seasons and chapters, and with which its undo changes
 * back what is still as the reading left it. Each function returns one statement.
 */
import { sql, type RawBuilder } from 'kysely';
import { isTagEdited, keptTag } from '../source-tags.ts';

type Statement = RawBuilder<unknown>;

/** The columns of a video that a new reading sets. */
export const rereadFields = [
  'title',
  'title_folded',
  'title_sort',
  'release_year',
  'is_adult',
  'languages',
  'quality',
] as const;
export type VideoField = (typeof rereadFields)[number];

/**
 * SQL that sets fields of videos. The text by which a video is searched begins with its title.
 *
 * @param changed - a table with the ids and all `fields`
 * @param where - a condition on `video` and `changed`
 */
export const rewriteVideos = (
  changed: Statement,
  fields: readonly VideoField[],
  where: Statement,
): Statement => sql`
  update video set search_text = case when starts_with(search_text, video.title_folded)
      then changed.title_folded || substr(search_text, length(video.title_folded) + 1) else search_text end,
    ${sql.join(fields.map((name) => sql`${sql.ref(name)} = ${sql.ref(`changed.${name}`)}`))}
  from ${changed} as changed where video.id = changed.id and ${where}`;

/**
 * SQL that moves chapters into their seasons, which exist, and sets what names say of them. Chapters that change their season
 * stand behind all others there, in no order.
 *
 * @param places - a table with id, video_id, season, chapter, title, languages and quality
 */
export const placeChapters = (places: Statement): Statement => sql`
  update chapter set video_id = changed.video_id, season_id = season.id, chapter_number = changed.chapter,
    title = changed.title, languages = changed.languages, quality = changed.quality,
    position = case when season.id = chapter.season_id then chapter.position else chapter.position + 1000000 end
  from ${places} as changed
  join season on season.video_id = changed.video_id and season.season_number = changed.season
  where chapter.id = changed.id`;

/** SQL that removes the provider of series, which only films have. @param ids - selects the ids of films and series */
export const clearSeriesProviders = (ids: Statement): Statement => sql`
  update video set provider_id = null where id in (${ids}) and address is null and provider_id is not null`;

/** SQL that gives videos earlier fields back. @param kept - selects `content`: the id, and the fields `before` and `after` */
export const restoreFields = (kept: Statement): Statement => sql`
  update video set search_text = case
      when video.title = content -> 'after' ->> 'title' and starts_with(video.search_text, video.title_folded)
      then before.title_folded || substr(video.search_text, length(video.title_folded) + 1) else video.search_text end,
    ${sql.join(
      rereadFields.map(
        (name) => sql`${sql.ref(name)} = case
          when content -> 'after' ? ${sql.lit(name)}
            ${name === 'languages' || name === 'quality' ? sql`and not ${isTagEdited(name, 'video')}` : sql``}
            and to_jsonb(${sql.ref(`video.${name}`)}) is not distinct from nullif(content -> 'after' -> ${sql.lit(name)}, 'null')
          then ${sql.ref(`before.${name}`)} else ${sql.ref(`video.${name}`)} end`,
      ),
    )}
  from (${kept}) as kept, lateral jsonb_populate_record(null::video, content -> 'before') as before
  where video.id = content ->> 'id'`;

/** SQL that inserts seasons again. @param from - SQL after `from`, in which `kept` is a row of `season` */
export const restoreSeasons = (from: Statement): Statement =>
  sql`insert into season select kept.* from ${from}`;

/**
 * SQL that moves chapters back into seasons that are there, and gives them their number and title back.
 *
 * @param kept - selects `content`: the row of the chapter `before`, what was set (`after`), and `is_moved`
 */
export const restorePlaces = (kept: Statement): Statement => sql`
  update chapter set video_id = before.video_id, season_id = before.season_id,
    position = case when (content ->> 'is_moved')::boolean then before.position else chapter.position end,
    chapter_number = case when chapter.chapter_number = (content -> 'after' ->> 'chapter')::integer
      then before.chapter_number else chapter.chapter_number end,
    title = case when chapter.title = content -> 'after' ->> 'title' then before.title else chapter.title end,
    languages = ${keptTag('languages', 'chapter', sql.ref('before.languages'))},
    quality = ${keptTag('quality', 'chapter', sql.ref('before.quality'))}
  from (${kept}) as kept, lateral jsonb_populate_record(null::chapter, content -> 'before') as before
  where chapter.id = content -> 'before' ->> 'id'
    and exists (select from season where season.id = before.season_id and season.video_id = before.video_id)`;

/** SQL that inserts chapters again. @param rows - selects `content`: the row of the chapter */
export const insertAgain = (rows: Statement): Statement => sql`
  insert into chapter
  select (jsonb_populate_record(null::chapter, content)).* from (${rows}) as made`;
