import { expect, it } from 'vitest';
import { createHls } from './hls-library.ts';

it('claims no language for captions inside of the video, and names them in Spanish', () => {
  const hls = createHls({ startSeconds: undefined }, undefined);
  const { config } = hls;
  hls.destroy();
  const tracks = ([1, 2, 3, 4] as const).map((number) => [
    config[`captionsTextTrack${number}Label`],
    config[`captionsTextTrack${number}LanguageCode`],
  ]);
  expect(tracks).toEqual([
    ['Subtítulos', ''],
    ['Subtítulos 2', ''],
    ['Subtítulos 3', ''],
    ['Subtítulos 4', ''],
  ]);
});
