import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findYouTubeId, isTrailerCall, youTubeFrameAddress } from './trailer-address.ts';

const id = 'dQw4w9WgXcQ';

it.each([
  id,
  `https://www.youtube.com/watch?v=${id}`,
  `https://youtube.com/watch?list=PL1234567890&v=${id}&t=3`,
  `http://m.youtube.com/watch?v=${id}#a`,
  `https://youtu.be/${id}?si=abc`,
  `https://www.youtube.com/embed/${id}`,
  `https://www.youtube-nocookie.com/embed/${id}?autoplay=1`,
  `https://www.youtube.com/shorts/${id}/`,
  `//www.youtube.com/v/${id}`,
])('findYouTubeId finds the id in %s', (address) => {
  expect(findYouTubeId(address)).toBe(id);
});

it.each([
  '',
  'corta',
  'dQw4w9WgXcQQ',
  'https://www.youtube.com/watch?v=corta',
  'https://www.youtube.com/results?search_query=luna',
  `https://example.com/watch?v=${id}`,
  `https://youtube.com.example.com/watch?v=${id}`,
  `https://notyoutube.com/embed/${id}`,
  '/api/videos/7/trailer',
  'https://media.example.com/trailer.mp4',
])('findYouTubeId finds no id in «%s»', (address) => {
  expect(findYouTubeId(address)).toBeUndefined();
});

it('youTubeFrameAddress is on youtube-nocookie.com for every id that findYouTubeId finds', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true })), (address) => {
      const found = findYouTubeId(address);
      if (found === undefined) return;
      const frame = new URL(youTubeFrameAddress(found));
      expect(frame.origin).toBe('https://www.youtube-nocookie.com');
      expect(frame.pathname).toBe(`/embed/${found}`);
      expect(frame.searchParams.get('autoplay')).toBe('1');
    }),
  );
});

it('isTrailerCall is true only for the path of the trailer’s endpoint', () => {
  expect(isTrailerCall('/api/videos/7/trailer')).toBe(true);
  expect(isTrailerCall('/api/videos/7')).toBe(false);
  expect(isTrailerCall('https://example.com/api/videos/7/trailer')).toBe(false);
});
