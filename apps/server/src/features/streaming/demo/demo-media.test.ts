import { createVirtualClock } from '@butaca/testing';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../../platform/project-root.ts';
import { readDemoCatalogue, type DemoCatalogue } from './demo-catalogue.ts';
import { createDemoMedia, type InternalAnswer } from './demo-media.ts';
import { toDemoVideo } from './demo-videos.ts';
import { filmPlaylist, filmSeconds } from './film-playlist.ts';

const demoDir = join(projectRoot(), 'demo');
const clock = createVirtualClock('2026-01-01T12:00:00Z');

let catalogue: DemoCatalogue;
let media: ReturnType<typeof createDemoMedia>;
beforeAll(async () => {
  catalogue = await readDemoCatalogue(demoDir);
  media = createDemoMedia(demoDir, () => Promise.resolve(catalogue), clock);
});

const textOf = (answer: InternalAnswer | undefined): string =>
  typeof answer?.body === 'string' ? answer.body : '';
const linesOf = (answer: InternalAnswer | undefined): string[] =>
  textOf(answer)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

describe('the media of the demo', () => {
  it('include a master playlist for every channel and the live playlists that it names', async () => {
    for (const { slug } of catalogue.channels) {
      const master = await media.open(`live/${slug}/index.m3u8`);
      expect(textOf(master)).toContain('#EXT-X-STREAM-INF:BANDWIDTH=');
      for (const rendition of linesOf(master)) {
        const list = textOf(await media.open(`live/${slug}/${rendition}`));
        expect(list).not.toContain('#EXT-X-ENDLIST');
        expect(list).toContain('#EXT-X-MEDIA-SEQUENCE:');
      }
    }
  });

  it('include films with an end, under any title in the path', async () => {
    const [loop = ''] = catalogue.loops.keys();
    const [rendition = ''] = linesOf(await media.open(`films/${loop}/un-titulo/index.m3u8`));
    const list = await media.open(`films/${loop}/otro-titulo/${rendition}`);
    const seconds = [...textOf(list).matchAll(/#EXTINF:([\d.]+)/g)].reduce(
      (sum, [, each]) => sum + Number(each),
      0,
    );
    expect(textOf(list)).toContain('#EXT-X-ENDLIST');
    expect(Math.abs(seconds - filmSeconds)).toBeLessThan(1);
  });

  it('include segment files with their length, read as a stream', async () => {
    const [channel] = catalogue.channels;
    const loop = catalogue.loops.get(channel?.media ?? '');
    const [rendition] = loop?.renditions ?? [];
    const file = await media.open(`live/${channel?.slug}/${rendition?.name}/${rendition?.segments[0]?.file}`);
    const { body } = file ?? {};
    if (!(body instanceof Readable)) throw new Error('the segment is no stream');
    let length = 0;
    for await (const chunk of body) length += (chunk as Buffer).length;
    expect(file?.headers).toEqual({ 'content-type': 'video/mp2t', 'content-length': String(length) });
    expect(length).toBeGreaterThan(1_000);
  });

  it.each([
    '',
    'live',
    'live/',
    'live/ninguno/index.m3u8',
    'live/musa',
    'live/musa/index.m3u8/más',
    'live/musa/9999p/index.m3u8',
    'live/musa/channel.json',
    'live/musa/../musa/index.m3u8',
    'otra/musa/index.m3u8',
    'films/tocadiscos/index.m3u8',
    'films/musa/titulo/index.m3u8',
    'films/ninguna/titulo/index.m3u8',
    '/live/musa/index.m3u8',
  ])('do not include the path %j', async (path) => {
    expect(await media.open(path)).toBeUndefined();
  });

  it('include no segment that its playlist does not name', async () => {
    const [rendition = ''] = linesOf(await media.open('live/musa/index.m3u8'));
    const folder = rendition.split('/')[0];
    for (const file of ['../channel.json', 'otra.ts', '']) {
      expect(await media.open(`live/musa/${folder}/${file}`)).toBeUndefined();
    }
  });
});

describe('a title of the demo', () => {
  const title = {
    slug: 'el-faro',
    title: 'El faro',
    description: '',
    tipo: 'serie',
    genres: [],
    isFeatured: false,
    requiresPlan: [],
    poster: 'carteles/el-faro.webp',
    seasons: [
      {
        seasonNumber: 2,
        chapters: [{ chapterNumber: 3, title: 'Niebla', description: '', media: 'faro' }],
      },
    ],
  } as const satisfies Record<string, unknown>;
  const video = toDemoVideo({
    ...title,
    genres: [],
    requiresPlan: [],
    seasons: title.seasons.map((season) => ({ ...season, chapters: [...season.chapters] })),
  });

  it('has null where the catalogue says nothing, and default titles for its seasons', () => {
    expect(video).toMatchObject({
      subtipo: null,
      mainSection: null,
      releaseYear: null,
      rating: null,
      backdrop: null,
    });
    expect(video).toMatchObject({ trailerAddress: null, thumbnail: 'internal:demo/carteles/el-faro.webp' });
    expect(video.seasons?.[0]?.title).toBe('Temporada 2');
    expect('address' in video).toBe(false);
  });

  it('plays a shared recording at an address of its own', () => {
    expect(video.seasons?.[0]?.chapters[0]).toMatchObject({
      address: 'internal:demo/films/faro/el-faro-2-3/index.m3u8',
      thumbnail: null,
    });
  });

  it('says of its chapters the duration that they play', () => {
    const recording = catalogue.loops.get('faro')?.renditions[0]?.segments ?? [];
    const parts = filmPlaylist(recording).matchAll(/^#EXTINF:([\d.]+),/gm);
    const playedSeconds = [...parts].reduce((sum, [, seconds]) => sum + Number(seconds), 0);
    expect(playedSeconds).toBe(120);
    expect(video.seasons?.[0]?.chapters[0]?.duration).toBe('2:00');
  });

  it('has an address that no other title of the catalogue has', () => {
    const addresses = catalogue.videos
      .map(toDemoVideo)
      .flatMap(({ address, trailerAddress, seasons = [] }) => [
        address ?? [],
        trailerAddress ?? [],
        ...seasons.flatMap(({ chapters }) => chapters.map((chapter) => chapter.address ?? [])),
      ])
      .flat();
    expect(addresses.length).toBeGreaterThan(10);
    expect(new Set(addresses).size).toBe(addresses.length);
  });
});
