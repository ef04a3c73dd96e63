import { expect, it } from 'vitest';
import { findNextScene, findPreviousScene } from './find-scene.ts';
import { describeImageSubtitles } from './image-subtitle-words.ts';

const scenes = [0, 60, 120].map((startSeconds) => ({ startSeconds, title: '' }));

it.each([
  [0, 60, 0],
  [59, 60, 0],
  [60, 120, 0],
  [62, 120, 0],
  [64, 120, 60],
  [119.8, undefined, 60],
  [500, undefined, 120],
])('leads from second %s on to the scene at %s, and back to that at %s', (seconds, next, previous) => {
  expect(findNextScene(scenes, seconds)?.startSeconds).toBe(next);
  expect(findPreviousScene(scenes, seconds)?.startSeconds).toBe(previous);
});

it('names subtitles that are images, each form and language once', () => {
  const sentence = describeImageSubtitles([
    { form: 'pgs', language: 'spa' },
    { form: 'pgs', language: 'en' },
    { form: 'vobsub', language: 'spa' },
    { form: 'pgs', language: 'no es un idioma' },
  ]);
  expect(sentence).toMatch(/en español e inglés que son imágenes \(PGS, de Blu-ray; VobSub, de DVD\)/);
});

it('names subtitles of a channel', () => {
  expect(describeImageSubtitles([{ form: 'teletext', language: 'spa' }], 'canal')).toBe(
    'Este canal trae subtítulos en español que no son texto corriente (teletexto). Un navegador no puede mostrarlos; reproductores como VLC o mpv, sí.',
  );
});

it('names them without a language where none is known, and says nothing without subtitles', () => {
  expect(describeImageSubtitles([{ form: 'dvb', language: null }])).toMatch(/trae subtítulos que son/);
  expect(describeImageSubtitles([])).toBeUndefined();
});
