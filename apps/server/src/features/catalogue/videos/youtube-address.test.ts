import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readYoutubeId } from './youtube-address.ts';

it.each([
  'dQw4w9WgXcQ',
  '  dQw4w9WgXcQ ',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'http://youtube.com/watch?v=dQw4w9WgXcQ&t=42s',
  'https://m.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ',
  'youtube.com/watch?v=dQw4w9WgXcQ#inicio',
  'https://youtu.be/dQw4w9WgXcQ?si=abc',
  'https://www.youtube.com/embed/dQw4w9WgXcQ',
  'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0',
  'https://www.youtube.com/shorts/dQw4w9WgXcQ',
  'https://www.youtube.com/v/dQw4w9WgXcQ',
])('readYoutubeId reads the id of the video from %s', (address) => {
  expect(readYoutubeId(address)).toBe('dQw4w9WgXcQ');
});

it.each([
  '',
  'dQw4w9WgXc',
  'dQw4w9WgXcQQ',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQQ',
  'https://www.youtube.com/watch?list=dQw4w9WgXcQ',
  'https://www.youtube.com/watch#v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?x=1#&v=dQw4w9WgXcQ',
  'https://www.youtube.com/@canal',
  'https://youtube.com.malo.tv/watch?v=dQw4w9WgXcQ',
  'https://noyoutube.com/watch?v=dQw4w9WgXcQ',
  'https://malo.tv/?u=https://youtu.be/dQw4w9WgXcQ',
  'javascript:alert(1)//youtu.be/dQw4w9WgXcQ',
  'https://cine.tv/trailers/1.mp4',
])('readYoutubeId reads no id from %j', (address) => {
  expect(readYoutubeId(address)).toBeUndefined();
});

it('readYoutubeId reads every id from every form of its address', () => {
  const id = fc.stringMatching(/^[A-Za-z0-9_-]{11}$/);
  const form = fc.constantFrom('https://youtu.be/', 'https://www.youtube.com/watch?v=', 'youtube.com/embed/');
  fc.assert(fc.property(id, form, (given, start) => readYoutubeId(`${start}${given}`) === given));
});
