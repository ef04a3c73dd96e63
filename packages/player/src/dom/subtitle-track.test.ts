import { expect, it } from 'vitest';
import type { StreamVideo } from './stream-video.ts';
import { addSubtitleFile } from './subtitle-track.ts';

it('an unreadable subtitle file is refused like one without subtitles', async () => {
  const file = Object.assign(new File(['1'], 'peli.srt'), {
    arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')),
  });
  const media = { src: '/api/stream/x/y' } as StreamVideo;
  expect(await addSubtitleFile(media, file)).toBe(false);
});
