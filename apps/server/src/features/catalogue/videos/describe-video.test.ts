import { describe, expect, it } from 'vitest';
import type { VideoDraft } from '../../../shared/video/write-video.ts';
import { describeVideo } from './describe-video.ts';

const draft: VideoDraft = { title: 'El faro', description: '', tipo: 'serie', genres: ['Drama'] };

describe('the description of a video in the audit log', () => {
  it('has the defaults of fields that were not sent', () => {
    expect(describeVideo(draft)).toMatchObject({
      title: 'El faro',
      isFeatured: false,
      active: true,
      requiresPlan: [],
      url: null,
      backdrop: null,
      seasonCount: 0,
      chapterCount: 0,
    });
  });

  it('has no address of a stream, a trailer or an image', () => {
    const secret = 'http://tv.ejemplo/ana/clave.mp4';
    const description = describeVideo({
      ...draft,
      address: secret,
      trailerAddress: secret,
      customThumbnail: secret,
      thumbnail: secret,
      tmdbThumbnail: secret,
      backdrop: secret,
      seasons: [{ seasonNumber: 1, chapters: [{ title: 'Uno', address: secret, thumbnail: secret }] }],
    });
    expect(JSON.stringify(description)).not.toMatch(/clave|ana/);
    expect(description['url']).toMatch(/^tv\.ejemplo \(/);
  });

  it('counts seasons and chapters', () => {
    const chapters = [{ title: 'Uno' }, { title: 'Dos' }];
    const seasons = [
      { seasonNumber: 1, chapters },
      { seasonNumber: 2, chapters: [] },
    ];
    expect(describeVideo({ ...draft, seasons })).toMatchObject({ seasonCount: 2, chapterCount: 2 });
  });

  it('cuts a long text between two characters', () => {
    const { description } = describeVideo({ ...draft, description: '🎬'.repeat(400) });
    expect(description).toBe('🎬'.repeat(300));
  });
});
