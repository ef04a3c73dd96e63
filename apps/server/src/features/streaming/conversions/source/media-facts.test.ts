import { describe, expect, it } from 'vitest';
import { masterPlaylist } from '../segments/conversion-playlists.ts';
import { readMediaFacts } from './media-facts.ts';
import { planConversion } from '../segments/plan-conversion.ts';

const video = { index: 0, codec_type: 'video', codec_name: 'h264', width: 640, height: 360 };
const format = { format_name: 'matroska,webm', duration: '60.5', start_time: '0.0', bit_rate: '900000' };
const read = (streams: object[], other: object = {}) =>
  readMediaFacts(JSON.stringify({ format: { ...format, ...other }, streams }));

describe('reading the output of ffprobe', () => {
  it('leaves out cover images and undetermined languages, and tells image subtitles from text', () => {
    const facts = read([
      { ...video, codec_name: 'mjpeg', disposition: { attached_pic: 1 } },
      { ...video, index: 1 },
      { index: 2, codec_type: 'audio', codec_name: 'ac3', channels: 6, tags: { language: 'und' } },
      { index: 3, codec_type: 'audio', codec_name: 'aac', tags: { LANGUAGE: 'es-419', title: 'Latino' } },
      { index: 4, codec_type: 'subtitle', codec_name: 'hdmv_pgs_subtitle' },
      { index: 5, codec_type: 'subtitle', codec_name: 'ass', disposition: { forced: 1 } },
      { index: 6, codec_type: 'attachment', codec_name: 'ttf' },
    ]);
    expect(facts?.video?.index).toBe(1);
    expect(facts?.audio.map(({ index, language, title }) => [index, language, title])).toEqual([
      [2, null, null],
      [3, 'es-419', 'Latino'],
    ]);
    expect(facts?.subtitles).toEqual([{ index: 5, language: null, title: null, isForced: true }]);
    expect(facts?.imageSubtitles).toEqual([{ form: 'pgs', language: null }]);
  });

  it.each([
    [[{ rotation: -90 }], true],
    [[{}, { rotation: 180 }], true],
    [[{ rotation: 0 }], undefined],
    [[{ rotation: 360 }], undefined],
    [[{ rotation: 'mucho' }], undefined],
    [undefined, undefined],
    ['nada', undefined],
  ])('knows of a picture with the side data %j that players turn it: %s', (side_data_list, isTurned) => {
    expect(read([{ ...video, side_data_list }])?.video?.isTurned).toBe(isTurned);
  });

  it('reads the scenes of a file in order, those inside of the film only', () => {
    const chapters = [
      { start_time: '30.25', tags: { title: 'El\u0000 viaje' } },
      { start_time: '0.0' },
      { start_time: '90.0', tags: { title: 'Detrás del final' } },
      { start_time: 'nada' },
    ];
    const whole = { format, streams: [video] };
    expect(readMediaFacts(JSON.stringify({ ...whole, chapters }))?.scenes).toEqual([
      { startSeconds: 0, title: '' },
      { startSeconds: 30.25, title: 'El  viaje' },
    ]);
    expect(readMediaFacts(JSON.stringify({ ...whole, chapters: chapters.slice(1, 2) }))?.scenes).toEqual([]);
    const many = Array.from({ length: 1_000 }, (_, index) => ({ start_time: String(index / 20) }));
    expect(readMediaFacts(JSON.stringify({ ...whole, chapters: many }))?.scenes).toHaveLength(200);
  });

  it.each([
    ['matroska,webm', 60.5],
    ['mov,mp4,m4a,3gp,3g2,mj2', 60.5],
    ['mpegts', 63.5],
  ])('places the end of a %s file that begins at three seconds at %f', (name, end) => {
    expect(read([video], { format_name: name, start_time: '3.0' })?.endSeconds).toBe(end);
  });

  it.each([
    ['the subtitles outlast the video', { DURATION: '00:00:20.500000000' }, '00:01:00.400000000', 20.5],
    ['a tag names the language of a duration', { 'DURATION-eng': '00:00:20.500' }, '00:01:00.400', 20.5],
    ['the subtitles end before the video', { DURATION: '00:01:00.500000000' }, '00:00:20.000000000', 60.5],
    ['the end of the video is unknown', {}, '00:01:00.400000000', 60.5],
    ['the end of the video is no time', { DURATION: 'siempre' }, '00:01:00.400000000', 60.5],
    ['the end of the video is zero', { DURATION: '00:00:00.000' }, '00:01:00.400000000', 60.5],
    ['neither track reaches the end of the file', { DURATION: '00:00:20.5' }, '00:00:30.000', 60.5],
  ])('places the end of a film where %s', (_when, tags, textDuration, end) => {
    const text = { index: 1, codec_type: 'subtitle', codec_name: 'subrip', tags: { DURATION: textDuration } };
    expect(read([{ ...video, tags }, text])).toMatchObject({ endSeconds: end, durationSeconds: end });
  });

  it('ends a film with the longer of video and audio when its subtitles outlast both', () => {
    const tracks = [
      { ...video, start_time: '0.5', duration: '20.0' },
      { index: 1, codec_type: 'audio', codec_name: 'aac', start_time: '0.0', duration: '21.0' },
      { index: 2, codec_type: 'subtitle', codec_name: 'mov_text', start_time: '0.0', duration: '60.5' },
    ];
    expect(read(tracks)?.endSeconds).toBe(21);
  });

  it('counts the ends of tracks by the clock of an MPEG-TS file that begins at ten seconds', () => {
    const tracks = [
      { ...video, start_time: '10.0', duration: '20.0' },
      { index: 1, codec_type: 'subtitle', codec_name: 'dvb_subtitle', start_time: '11.0', duration: '59.5' },
    ];
    const facts = read(tracks, { format_name: 'mpegts', start_time: '10.0' });
    expect(facts).toMatchObject({ durationSeconds: 20, endSeconds: 30 });
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['an array', '[]'],
    ['no streams', JSON.stringify({ format, streams: [] })],
    ['only subtitles', JSON.stringify({ format, streams: [{ index: 0, codec_type: 'subtitle' }] })],
    ['a codec without a name', JSON.stringify({ format, streams: [{ ...video, codec_name: 'unknown' }] })],
  ])('gives no facts for %s', (_what, json) => {
    expect(readMediaFacts(json)).toBeUndefined();
  });

  it.each(['N/A', '', '-1', '0', 'NaN', '1e999'])('gives no length for the duration %j', (duration) => {
    const facts = read([video], { duration });
    expect(facts === undefined ? undefined : planConversion(facts, [0])).toBeUndefined();
  });
});

describe('a track name from a file', () => {
  it.each([
    ['with quotes', 'Latino",URI="http://mal.example/', /NAME="Latino ,URI= http:  mal\.example"/],
    ['with a new line', 'Uno\n#EXT-X-KEY:METHOD=NONE', /NAME="Uno #EXT-X-KEY:METHOD=NONE"/],
    ['with an address', 'ver en //mal.example%2f%2fmas', /NAME="ver en {3}mal\.example {2}mas"/],
    ['without end', 'a'.repeat(5_000), /NAME="a{80}"/],
    ['with nothing to see', '\u0000\u202e', /NAME="Audio"/],
  ])('%s is made safe for a playlist', (_what, title, line) => {
    const tracks = [1, 2].map((index) => ({
      index,
      codec_type: 'audio',
      codec_name: 'aac',
      tags: index === 1 ? { title } : {},
    }));
    const facts = read([video, ...tracks]);
    const plan = facts === undefined ? undefined : planConversion(facts, [0]);
    const master = plan === undefined ? '' : masterPlaylist(plan);
    expect(master).toMatch(line);
    expect(master.trim().split('\n')).toHaveLength(7);
  });

  it('gets a number when another track has the same name', () => {
    const facts = read([
      video,
      ...[1, 2].map((index) => ({
        index,
        codec_type: 'audio',
        codec_name: 'aac',
        tags: { title: 'Español' },
      })),
    ]);
    const plan = facts === undefined ? undefined : planConversion(facts, [0]);
    expect(plan && masterPlaylist(plan)).toMatch(/NAME="Español"[^]*NAME="Español 2"/);
  });
});
