import {
  findVideoFault,
  isSingle,
  seriesCategories,
  type VideoInput,
  type VideoType,
} from '@butaca/contract';
import { hasInvalidHost, isInternal } from '@butaca/m3u';
import { AppError, type ErrorDetail } from '../../../platform/http/app-error.ts';
import type { VideoDraft } from '../../../shared/video/write-video.ts';
import { systemClock } from '../../../platform/clock.ts';
import { decideMark } from '../../../shared/adults.ts';
import { changedTags, type SentTags } from '../../../shared/source-tags.ts';
import type { SentVersion, VersionRow } from '../../../shared/video/versions.ts';

/** A video that an administrator entered and that breaks no rule, so that it has a type. */
export type CheckedVideo = VideoInput & { tipo: VideoType };

/**
 * Checks the rules for a video that an administrator entered. @throws AppError `input.invalid` with the message of the
 * first rule that is broken
 */
export function checkVideo(input: VideoInput): asserts input is CheckedVideo {
  const { seasons } = input;
  const fault = findVideoFault({
    ...input,
    seasons: seasons.map((season) => ({
      ...season,
      chapters: season.chapters.map((chapter, index) => ({
        ...chapter,
        chapterNumber: chapter.chapterNumber ?? index + 1,
      })),
    })),
  });
  if (fault !== undefined) throw refusal(fault);
}

/**
 * Makes the error for a broken rule in a video that an administrator entered; the rule's message becomes the message of
 * the HTTP answer.
 */
function refusal(fault: ErrorDetail): AppError {
  return new AppError('input.invalid', { details: [fault], payload: { error: fault.message } });
}

/**
 * Makes the video that is to be written to the database: each field as the administrator sent it, else as it is stored,
 * else with the default of a new video.
 *
 * @param known - the stored video; `undefined` for a new one
 * @see docs/requisitos.md, R3.8: sections belong to films, subcategories to series
 */
export function toVideoDraft(input: CheckedVideo, known?: VideoDraft): VideoDraft {
  const isFilm = isSingle(input);
  const { tipo } = input;
  const draft: VideoDraft = {
    title: input.title,
    description: input.description ?? known?.description ?? '',
    tipo,
    subtipo: input.subtipo === undefined ? known?.subtipo : input.subtipo,
    mainSection:
      tipo !== 'pelicula' ? null : input.mainSection === undefined ? known?.mainSection : input.mainSection,
    subcategoria:
      tipo === 'serie' ? (input.subcategoria ?? known?.subcategoria ?? seriesCategories[0]) : null,
    genres: input.genres ?? known?.genres ?? [],
    releaseYear:
      input.releaseYear === undefined
        ? known === undefined
          ? systemClock.now().getUTCFullYear()
          : known.releaseYear
        : input.releaseYear,
    rating: input.rating === undefined ? known?.rating : input.rating,
    customThumbnail: input.customThumbnail === undefined ? known?.customThumbnail : input.customThumbnail,
    thumbnail: input.thumbnail === undefined ? known?.thumbnail : input.thumbnail,
    tmdbThumbnail: input.tmdbThumbnail === undefined ? known?.tmdbThumbnail : input.tmdbThumbnail,
    backdrop: input.backdrop === undefined ? known?.backdrop : input.backdrop,
    trailerAddress: input.trailerUrl === undefined ? known?.trailerAddress : input.trailerUrl,
    isFeatured: input.isFeatured ?? known?.isFeatured,
    active: input.active ?? known?.active,
    tags: { ...known?.tags, ...changedTags(tagsOf(input), known?.tags) },
    requiresPlan: input.requiresPlan ?? known?.requiresPlan,
    ...(isFilm && { address: input.url }),
    seasons: isFilm
      ? []
      : input.seasons.map(({ _id, chapters, ...season }) => ({
          ...season,
          id: _id,
          chapters: chapters.map(({ _id: id, url, languages, quality, versions: _versions, ...chapter }) => ({
            ...chapter,
            id,
            address: url,
            tags: { languages, quality },
          })),
        })),
  };
  const { isAdult, isEdited } = decideMark(
    input.isAdult,
    groupsOf(draft),
    known && { isAdult: known.isAdult ?? false, groups: groupsOf(known) },
  );
  return { ...draft, isAdult, isAdultEdited: isEdited || (known?.isAdultEdited ?? false) };
}

const tagsOf = ({ languages, quality, edition, country }: VideoInput): SentTags => ({
  languages,
  quality,
  edition,
  country,
});

/**
 * Returns what was sent of versions. @throws AppError `input.invalid` for a version that the video does not have
 *
 * @param known - the versions of the stored video and of its chapters
 */
export function requireVersions(input: CheckedVideo, known: readonly VersionRow[]): SentVersion[] {
  const ids = new Set(known.map(({ id }) => id));
  const parts = [input, ...input.seasons.flatMap(({ chapters }) => chapters)];
  return parts.flatMap(({ versions = [] }) =>
    versions.map(({ _id: id, ...tags }) => {
      if (ids.has(id)) return { id, ...tags };
      throw refusal({ path: 'versions', message: 'Una versión ya no está: vuelve a cargar el título.' });
    }),
  );
}

const groupsOf = ({ genres, subcategoria, subtipo }: VideoDraft) => [...genres, subcategoria, subtipo];

const addressFields = [
  'address',
  'trailerAddress',
  'customThumbnail',
  'thumbnail',
  'tmdbThumbnail',
  'backdrop',
] as const;

function listAddresses(draft: VideoDraft): string[] {
  const chapters = (draft.seasons ?? []).flatMap(({ chapters }) => chapters);
  return [
    ...addressFields.map((name) => draft[name]),
    ...chapters.flatMap(({ address, thumbnail }) => [address, thumbnail]),
  ].filter((address) => typeof address === 'string');
}

const isOurs = (address: string): boolean => isInternal(address) || hasInvalidHost(address);

/**
 * Refuses a video whose stream or image addresses name this server's own media (`internal:…`) or a stream of an account
 * as it is stored, unless the stored video already has the same address.
 *
 * @throws AppError `input.invalid`
 */
export function refuseNewInternal(draft: VideoDraft, known?: VideoDraft): void {
  const kept = new Set(known === undefined ? [] : listAddresses(known));
  if (listAddresses(draft).some((address) => isOurs(address) && !kept.has(address))) {
    throw refusal({ path: 'url', message: 'Debe ser una dirección completa.' });
  }
}
