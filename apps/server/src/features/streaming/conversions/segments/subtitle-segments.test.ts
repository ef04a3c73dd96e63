import { describe, expect, it } from 'vitest';
import { cutSubtitles } from './subtitle-segments.ts';

const written = `WEBVTT

00:01.000 --> 00:03.500
Uno
y medio

00:05.000 --> 00:09.000
Dos

01:00:00.000 --> 01:00:02.000
Una hora

00:10.000 --> 00:11.0`;

describe('a segment of subtitles', () => {
  it('holds the cues shown in its time, on the clock of the media', () => {
    expect(cutSubtitles(written, 0, 4)).toBe(
      'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n00:01.000 --> 00:03.500\nUno\ny medio\n',
    );
  });

  it.each([
    [4, 8, ['Dos']],
    [8, 12, ['Dos']],
    [3.5, 5, []],
    [3_600, 3_604, ['Una hora']],
    [9, 3_600, []],
  ])('from %f to %f holds %j', (from, to, texts) => {
    const cues = cutSubtitles(written, from, to)
      .split('\n')
      .filter((line) => /^(?:Uno|Dos|Una)/.test(line));
    expect(cues).toEqual(texts);
  });

  it('is empty while ffmpeg has written nothing', () => {
    expect(cutSubtitles('', 0, 4)).toMatch(/^WEBVTT\n/);
  });
});
