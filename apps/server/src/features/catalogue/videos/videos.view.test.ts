import type { Viewer } from '@butaca/contract';
import { describe, expect, it } from 'vitest';
import { videoDenied } from './access-denied.ts';
import type { SeasonRows, VideoCardRow } from './videos.repository.ts';
import { sealed, toSeasons, toVideoCard, videoRule, type Addressed } from './videos.view.ts';

const row: VideoCardRow = {
  id: 'v',
  title: 'El faro',
  description: 'Una farera.',
  tipo: 'pelicula',
  subtipo: null,
  main_section: null,
  subcategoria: null,
  genres: ['Drama'],
  found_year: null,
  release_year: 1994,
  rating: 7.25,
  custom_thumbnail: null,
  tmdb_thumbnail: null,
  thumbnail: null,
  backdrop: null,
  trailer_address: null,
  is_featured: false,
  season_count: 0,
  chapter_count: 0,
  requires_plan: [],
};
const viewer: Viewer = { role: 'user', plan: 'gplay' };
const imagePath = (kind: string, id: string, stored: string | null) => stored && `/${kind}/${id}?v=${stored}`;
const card = (more: Partial<VideoCardRow> = {}, by: Viewer | undefined = viewer) =>
  toVideoCard({ ...row, ...more }, by, imagePath);

describe('the card of a video', () => {
  it.each([
    [{ custom_thumbnail: 'a', tmdb_thumbnail: 'b', thumbnail: 'c' }, '/video/v?v=a'],
    [{ tmdb_thumbnail: 'b', thumbnail: 'c' }, '/video/v?v=b'],
    [{ thumbnail: 'c' }, '/video/v?v=c'],
    [{ backdrop: 'd' }, null],
  ])('with the images %j shows %s', (more, thumbnail) => {
    expect(card(more).thumbnail).toBe(thumbnail);
  });

  it.each([
    [null, null],
    [7.25, 7.3],
    [7.24, 7.2],
    [10, 10],
    [0, 0],
  ])('rounds the rating %s to %s', (rating, shown) => {
    expect(card({ rating }).rating).toBe(shown);
  });

  it('has the address of a YouTube trailer, and of another trailer only through this server', () => {
    expect(card().trailerUrl).toBeNull();
    expect(card({ trailer_address: 'https://youtu.be/dQw4w9WgXcQ' }).trailerUrl).toBe(
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    );
    const { trailerUrl } = card({ trailer_address: 'http://proveedor.tv/clave.mp4' });
    expect(trailerUrl).toBe('/api/videos/v/trailer');
  });

  it.each([
    ['nobody', {}, undefined, true],
    ['anybody signed in', {}, viewer, false],
    ['a plan too low', { requires_plan: ['premium'] }, viewer, true],
    ['the plan that it names', { requires_plan: ['gplay'] }, viewer, false],
    ['a plan too low for its section', { main_section: 'CINE_4K' }, viewer, true],
    ['a plan that opens its kind', { tipo: 'dorama' }, { role: 'user', plan: 'estandar' }, false],
    ['a plan too low for its kind', { tipo: 'dorama' }, viewer, true],
    ['an administrator', { requires_plan: ['premium'] }, { role: 'admin', plan: 'gplay' }, false],
  ])('says for %s whether a video with %j is locked', (_who, more, by, isLocked) => {
    expect(
      toVideoCard({ ...row, ...(more as Partial<VideoCardRow>) }, by as Viewer | undefined, imagePath).locked,
    ).toBe(isLocked);
  });
});

describe('the chapters of a series', () => {
  const address: Addressed = {
    address: 'http://proveedor.tv/clave/1.mp4',
    stream_kind: 'file',
    user_agent: 'Reproductor',
    referrer: null,
  };
  const chapter = (id: string, more: Partial<Addressed> = {}) => ({
    id,
    chapter_number: 1,
    title: 'Uno',
    description: '',
    thumbnail: null,
    duration: '45:00',
    ...address,
    ...more,
  });
  const rows = [
    {
      id: 's',
      season_number: 2,
      title: 'Segunda',
      chapters: [chapter('a'), chapter('b', { address: null })],
    },
  ] as unknown as SeasonRows;

  it('have the person’s progress and only sealed addresses', async () => {
    const positions = new Map([['a', { lastTime: 61, progress: 0.4 }]]);
    const asked: unknown[] = [];
    const seasons = await toSeasons(
      rows,
      positions,
      (source, chapterId) => {
        asked.push([source, chapterId]);
        return { url: `/api/stream/${chapterId}`, streamKind: 'file' };
      },
      imagePath,
    );
    expect(seasons).toMatchObject([
      {
        seasonNumber: 2,
        title: 'Segunda',
        chapters: [
          { _id: 'a', lastTime: 61, progress: 0.4, url: '/api/stream/a', streamKind: 'file' },
          { _id: 'b', lastTime: 0, progress: 0, url: null, streamKind: null },
        ],
      },
    ]);
    expect(JSON.stringify(seasons)).not.toContain('proveedor');
    expect(asked).toEqual([
      [
        {
          address: address.address,
          streamKind: 'file',
          userAgent: 'Reproductor',
          referrer: null,
          cookies: null,
          origin: null,
        },
        'a',
      ],
    ]);
  });

  it('let other work go on while many are sealed', async () => {
    const turns: string[] = [];
    const many = [
      { id: 's', season_number: 1, title: '', chapters: ['a', 'b', 'c'].map((id) => chapter(id)) },
    ];
    setImmediate(() => turns.push('other work'));
    await toSeasons(
      many as unknown as SeasonRows,
      new Map(),
      (_source, chapterId) => {
        // Takes as long as thousands of chapters do.
        for (const began = performance.now(); performance.now() - began < 15;);
        turns.push(chapterId ?? '');
        return { url: '/api/stream/x', streamKind: 'file' };
      },
      imagePath,
    );
    expect(turns.slice(0, 2)).toEqual(['a', 'other work']);
    expect(turns).toHaveLength(4);
  });

  it.each([{ address: null }, { stream_kind: null }])('have no address to play with %j', (more) => {
    const never = () => {
      throw new Error('nothing is to be sealed');
    };
    expect(sealed({ ...address, ...more }, never)).toEqual({ url: null, streamKind: null });
  });
});

describe('the access-denied payload of a video', () => {
  const refusal = (minutesRemaining: number, minutesUsed: number) =>
    videoDenied(viewer, videoRule({ ...row, main_section: 'CINE_4K' }), { minutesRemaining, minutesUsed });

  it('names the person’s plan and the plans that open the video', () => {
    expect(refusal(15, 0)).toMatchObject({
      code: 'plan.required',
      payload: {
        title: 'Contenido Premium',
        currentPlan: 'gplay',
        requiredPlans: ['cinefilo', 'premium'],
        trialMinutesRemaining: 15,
        trialUsedToday: 0,
      },
    });
  });

  it.each([
    [15, 0, 'Puedes ver 15 minutos gratis hoy.'],
    [2, 13, 'Puedes ver 2 minutos gratis hoy.'],
    [1, 14, 'Puedes ver 1 minuto gratis hoy.'],
    [0, 15, 'Ya has usado tu prueba gratuita de hoy. Mañana tendrás más minutos.'],
    [0, 0, ''],
  ])('with %i trial minutes left and %i used says %j', (left, used, sentence) => {
    expect(refusal(left, used).payload?.['trialMessage']).toBe(sentence);
  });
});
