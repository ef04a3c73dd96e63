import {
  findVideoFault,
  isSingle,
  type AdminVersion,
  type AdminVideo,
  type AdminVideoDetail,
  type VideoInput,
} from '@butaca/contract';
import { refuseOutdated, withFakeRevision } from './fake-revision.ts';
import { FakeRefusal, type FakeRoutes } from './fake-server-caller.ts';
import { findFakeVideo, hasFakeWords } from './fake-server-videos.ts';
import type { FakeMemory, FakeTags } from './fake-server-memory.ts';
import { makeFakeVideo, type FakeVideo } from './fake-videos.ts';
import { makeSlug } from './fake-slug.ts';

type AdministrationRoute =
  | 'GET /api/videos?view=admin'
  | 'GET /api/videos/:id?view=admin'
  | 'POST /api/videos'
  | 'PUT /api/videos/:id'
  | 'DELETE /api/videos/batch'
  | 'DELETE /api/videos/:id';

/**
 * The original stream URL of a film or of a series' chapter: the one that an editor saved, otherwise one made from the
 * id.
 */
function originalOf(memory: FakeMemory, id: string): string {
  return memory.addresses.get(id) ?? `https://cine.example/${id}.mp4`;
}

function toAdmin(memory: FakeMemory, video: FakeVideo): AdminVideo {
  return {
    _id: video._id,
    title: video.title,
    url: video.url === null ? null : originalOf(memory, video._id),
    streamKind: video.streamKind,
    customThumbnail: video.customThumbnail ?? null,
    thumbnail: video.thumbnail === null ? null : `https://imagenes.example/${video._id}.jpg`,
    tmdbThumbnail: video.tmdbThumbnail ?? null,
    backdrop: null,
    description: video.description,
    trailerUrl: video.trailerUrl,
    releaseYear: video.releaseYear,
    rating: video.rating,
    isFeatured: video.isFeatured,
    active: video.active ?? true,
    isAdult: video.isAdult ?? false,
    tipo: video.tipo,
    subtipo: video.subtipo,
    mainSection: video.mainSection,
    subcategoria: video.subcategoria,
    genres: video.genres,
    requiresPlan: video.requiresPlan,
    seasonCount: video.seasons.length,
    chapterCount: video.seasons.reduce((sum, { chapters }) => sum + chapters.length, 0),
  };
}

const noTags: FakeTags = { languages: [], quality: null, edition: null, country: null };

const tagsOf = (memory: FakeMemory, id: string): FakeTags => memory.tags.get(id) ?? noTags;
const versionsOf = (memory: FakeMemory, id: string): AdminVersion[] => memory.versions.get(id) ?? [];

function toDetail(memory: FakeMemory, video: FakeVideo): AdminVideoDetail {
  return withFakeRevision({
    ...toAdmin(memory, video),
    ...tagsOf(memory, video._id),
    versions: versionsOf(memory, video._id),
    seasons: video.seasons.map(({ seasonNumber, title, chapters }) => ({
      _id: `${video._id}-t${seasonNumber}`,
      seasonNumber,
      title,
      chapters: chapters.map((chapter) => ({
        _id: chapter._id,
        chapterNumber: chapter.chapterNumber,
        title: chapter.title,
        url: chapter.url === null ? '' : originalOf(memory, chapter._id),
        thumbnail: null,
        duration: chapter.duration,
        description: chapter.description,
        languages: tagsOf(memory, chapter._id).languages,
        quality: tagsOf(memory, chapter._id).quality,
        versions: versionsOf(memory, chapter._id),
      })),
    })),
  });
}

/** The default values of the fields that an editor may omit in a new video. */
const emptyVideo = {
  description: '',
  thumbnail: null,
  backdrop: null,
  mainSection: null,
  rating: null,
  genres: [],
};

/** Stores the tags of a film or chapter and of its versions that an editor sent; what it did not send stays. */
function saveTags(
  memory: FakeMemory,
  id: string,
  { versions = [], languages, quality, edition, country }: Partial<VideoInput>,
): void {
  const sent = Object.entries({ languages, quality, edition, country }).filter(
    ([, value]) => value !== undefined,
  );
  memory.tags.set(id, { ...tagsOf(memory, id), ...Object.fromEntries(sent) });
  const known = versionsOf(memory, id);
  if (versions.some(({ _id }) => known.every((version) => version._id !== _id))) {
    const message = 'Una versión ya no está: vuelve a cargar el título.';
    throw new FakeRefusal('input.invalid', { error: message, details: [{ path: 'versions', message }] });
  }
  memory.versions.set(
    id,
    known.map((version) => {
      const changes = Object.entries(versions.find(({ _id }) => _id === version._id) ?? {});
      return { ...version, ...Object.fromEntries(changes.filter(([, value]) => value !== undefined)) };
    }),
  );
}

/** Stores a video that an administrator's editor sent. Titles that begin with «Repetido» are refused as duplicates. */
function save(memory: FakeMemory, input: VideoInput, known?: FakeVideo): FakeVideo {
  const numbered = input.seasons.map((season) => ({
    ...season,
    chapters: season.chapters.map((chapter, index) => ({
      ...chapter,
      chapterNumber: chapter.chapterNumber ?? index + 1,
    })),
  }));
  const fault = findVideoFault({ ...input, seasons: numbered });
  if (fault !== undefined) throw new FakeRefusal('input.invalid', { error: fault.message, details: [fault] });
  if (input.title.startsWith('Repetido')) throw new FakeRefusal('video.duplicate');
  const {
    url,
    seasons: _seasons,
    revision: _revision,
    title,
    tipo,
    languages,
    quality,
    edition,
    country,
    versions,
    ...rest
  } = input;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const id = known?._id ?? makeSlug(title);
  const isFilm = isSingle(input);
  const isAddressTaken =
    isFilm && memory.videos.some((video) => video !== known && memory.addresses.get(video._id) === url);
  if (isAddressTaken) throw new FakeRefusal('video.duplicate');
  saveTags(memory, id, { languages, quality, edition, country, versions });
  if (isFilm) memory.addresses.set(id, url);
  return {
    ...(known ?? makeFakeVideo({ ...emptyVideo, title, releaseYear: new Date().getUTCFullYear() })),
    ...given,
    title,
    tipo,
    url: isFilm ? `/api/stream/${id}/index.m3u8` : null,
    streamKind: isFilm ? 'hls' : null,
    seasons: isFilm
      ? []
      : numbered.map(({ seasonNumber, title: seasonTitle, chapters }) => ({
          seasonNumber,
          title: seasonTitle,
          chapters: chapters.map((chapter, index) => {
            const chapterId = chapter._id ?? `${id}-t${seasonNumber}-n${index + 1}`;
            memory.addresses.set(chapterId, chapter.url);
            saveTags(memory, chapterId, chapter);
            return {
              _id: chapterId,
              chapterNumber: chapter.chapterNumber,
              title: chapter.title,
              description: chapter.description,
              thumbnail: null,
              duration: chapter.duration,
              lastTime: 0,
              progress: 0,
              url: `/api/stream/${chapterId}/index.m3u8`,
              streamKind: 'hls' as const,
            };
          }),
        })),
  };
}

export const videoAdministrationRoutes: Pick<FakeRoutes, AdministrationRoute> = {
  'GET /api/videos?view=admin': ({ query: { page, limit, tipo, subcategoria, search } }, { memory }) => {
    const found = memory.videos
      .toReversed()
      .filter((video) => tipo === undefined || tipo === '' || video.tipo === tipo)
      .filter(
        (video) => subcategoria === undefined || subcategoria === '' || video.subcategoria === subcategoria,
      )
      .filter((video) => hasFakeWords([video.title, video.description], search ?? ''));
    return {
      videos: found.slice((page - 1) * limit, page * limit).map((video) => toAdmin(memory, video)),
      page,
      totalPages: Math.ceil(found.length / limit),
      total: found.length,
    };
  },
  'GET /api/videos/:id?view=admin': ({ params: { id } }, { memory }) => {
    if (id === 'averiado') throw new FakeRefusal('server.unavailable');
    return toDetail(memory, findFakeVideo(memory, id));
  },
  'POST /api/videos': ({ body }, { memory }) => {
    const video = save(memory, body);
    memory.videos.push(video);
    return toDetail(memory, video);
  },
  'PUT /api/videos/:id': ({ params: { id }, body }, { memory }) => {
    const known = findFakeVideo(memory, id);
    refuseOutdated(body.revision, toDetail(memory, known));
    const video = save(memory, body, known);
    memory.videos = memory.videos.map((other) => (other === known ? video : other));
    return toDetail(memory, video);
  },
  'DELETE /api/videos/batch': ({ body: { videoIds } }, { memory }) => {
    const gone = memory.videos.filter(({ _id }) => videoIds.includes(_id));
    memory.videos = memory.videos.filter((video) => !gone.includes(video));
    const unknownIds = videoIds.filter((id) => !gone.some(({ _id }) => _id === id));
    return { message: `${gone.length} VODs eliminados.`, deleted: gone.length, unknownIds };
  },
  'DELETE /api/videos/:id': ({ params: { id } }, { memory }) => {
    const video = findFakeVideo(memory, id);
    memory.videos = memory.videos.filter((other) => other !== video);
    return { message: `VOD «${video.title}» eliminado.` };
  },
};
