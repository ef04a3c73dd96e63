import { describe, expect, it } from 'vitest';
import { mainSound, masterPlaylist, trackNames, trackPlaylist } from './conversion-playlists.ts';
import { makeTestPlan, testAudio, testSubtitle } from '../../../../../test/media/make-test-plan.ts';

const namesIn = (master: string): string[] =>
  [...master.matchAll(/NAME="([^"]*)"/g)].map(([, name = '']) => name);

describe('the tracks of a converted film', () => {
  it.each([
    ['no sound', [], [], ['v']],
    ['one sound, which is in the picture', [testAudio(1)], [], ['v']],
    ['two sounds', [testAudio(1), testAudio(2)], [], ['v', 'a1', 'a2']],
    ['a sound and subtitles', [testAudio(1)], [testSubtitle(3), testSubtitle(5)], ['v', 's3', 's5']],
  ])('get a playlist each, except a single sound: %s', (_what, audio, subtitles, names) => {
    expect(trackNames(makeTestPlan({ audio, subtitles }))).toEqual(names);
  });

  it('start with the sound that the file marks as default, else with the first', () => {
    const [first, second] = [testAudio(1), testAudio(2, { isDefault: true })];
    expect(mainSound(makeTestPlan({ audio: [first, second] }))).toBe(second);
    expect(mainSound(makeTestPlan({ audio: [first] }))).toBe(first);
    expect(mainSound(makeTestPlan())).toBeUndefined();
  });
});

describe('a track name in the menu of the player', () => {
  it.each([
    ['the title of the track', { title: 'Comentarios', language: 'es' }, 'Comentarios'],
    ['the Spanish name of its language', { language: 'fr' }, 'Francés'],
    ['that of a language in three letters', { language: 'eng' }, 'Inglés'],
    ['that of a language of a region', { language: 'es-419' }, 'Español latinoamericano'],
    ['a word for what it is, for a language that nobody knows', { language: 'zxx-xx' }, 'Audio'],
    ['a word for what it is, for a tag that is none', { language: 'a' }, 'Audio'],
    ['a word for what it is, for nothing', {}, 'Audio'],
    ['a word for what it is, for a title of slashes', { title: '//' }, 'Audio'],
    ['a title that looks like no address', { title: 'http://x%2Fy' }, 'http:  x y'],
  ])('is %s', (_what, named, name) => {
    const audio = [testAudio(1, { title: 'otra' }), testAudio(2, named)];
    expect(namesIn(masterPlaylist(makeTestPlan({ audio })))[1]).toBe(name);
  });

  it('differs from that of every other track of its kind', () => {
    const titles = ['Audio 2', 'Audio', 'Audio', 'Audio 3'];
    const audio = titles.map((title, index) => testAudio(index + 1, { title }));
    expect(namesIn(masterPlaylist(makeTestPlan({ audio })))).toEqual([
      'Audio 2',
      'Audio',
      'Audio 3',
      'Audio 3 2',
    ]);
  });

  it('may be the same for a sound and a subtitle', () => {
    const plan = makeTestPlan({
      audio: [testAudio(1, { language: 'es' }), testAudio(2, { language: 'en' })],
      subtitles: [testSubtitle(3, { language: 'es' }), testSubtitle(4)],
    });
    expect(namesIn(masterPlaylist(plan))).toEqual(['Español', 'Inglés', 'Español', 'Subtítulos']);
  });
});

describe('the master playlist', () => {
  const stream = (...plan: Parameters<typeof makeTestPlan>) =>
    masterPlaylist(makeTestPlan(...plan))
      .split('\n')
      .at(-3);

  it('states the resolution of a copied video, and only the bandwidth of a transcoded one', () => {
    expect(stream()).toBe('#EXT-X-STREAM-INF:BANDWIDTH=4000000,RESOLUTION=1920x1080');
    expect(stream({}, { mode: 'transcode' })).toBe('#EXT-X-STREAM-INF:BANDWIDTH=5000000');
    const video = { ...makeTestPlan().facts.video, bitRate: 1_234_567.8 };
    expect(stream({ video })).toBe('#EXT-X-STREAM-INF:BANDWIDTH=1234568,RESOLUTION=1920x1080');
  });

  it('declares the groups of sounds and subtitles when there are any', () => {
    const audio = [testAudio(1, { language: 'es' }), testAudio(2, { isDefault: true })];
    const subtitles = [testSubtitle(3, { isForced: true }), testSubtitle(4, { title: 'Todo' })];
    const lines = masterPlaylist(makeTestPlan({ audio, subtitles })).split('\n');
    expect(lines.filter((line) => line.startsWith('#EXT-X-MEDIA'))).toEqual([
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sonido",NAME="Español",LANGUAGE="es",DEFAULT=NO,AUTOSELECT=YES,URI="a1.m3u8"',
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sonido",NAME="Audio",DEFAULT=YES,AUTOSELECT=YES,URI="a2.m3u8"',
      '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="textos",NAME="Subtítulos",DEFAULT=NO,AUTOSELECT=YES,FORCED=YES,URI="s3.m3u8"',
      '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="textos",NAME="Todo",DEFAULT=NO,AUTOSELECT=YES,FORCED=NO,URI="s4.m3u8"',
    ]);
    expect(lines.at(-3)).toContain('AUDIO="sonido",SUBTITLES="textos"');
  });
});

describe('the playlist of a track', () => {
  it.each([
    ['v', 'v-0.ts'],
    ['a2', 'a2-0.ts'],
    ['s3', 's3-0.vtt'],
  ] as const)('%s lists its segments from %s on with their durations', (track, first) => {
    const lines = trackPlaylist(makeTestPlan({}, { boundaries: [0.5, 4.5, 12.1] }), track).split('\n');
    expect(lines.slice(2)).toEqual([
      '#EXT-X-TARGETDURATION:8',
      '#EXT-X-PLAYLIST-TYPE:VOD',
      '#EXT-X-INDEPENDENT-SEGMENTS',
      '#EXTINF:4.000,',
      first,
      '#EXTINF:7.600,',
      first.replace('-0', '-1'),
      '#EXT-X-ENDLIST',
      '',
    ]);
  });
});
