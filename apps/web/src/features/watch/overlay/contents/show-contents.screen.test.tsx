import { fireEvent } from '@testing-library/react';
import { expect, it } from 'vitest';
import { makeFakeVideo } from '../../../../../test/fake-video.ts';
import { openPart } from '../../../../../test/open-part.tsx';
import { showContents } from './show-contents.ts';

const scenes = [0, 60].map((startSeconds) => ({ startSeconds, title: '' }));

it.each([
  { isSequential: false, reachedSeconds: 60 },
  { isSequential: true, reachedSeconds: 0 },
])(
  'leads to the next scene only where the film can be sought: $isSequential',
  async ({ isSequential, reachedSeconds }) => {
    const videoId = 'el-faro-de-nuble';
    await openPart(<div className="player" />, {
      prepare: ({ memory }) => void memory.fileContents.set(videoId, { scenes, imageSubtitles: [] }),
    });
    const driven = makeFakeVideo({ isSequential });
    const player = document.querySelector('.player') ?? document.body;
    player.append(driven.media);
    await showContents(driven, { videoId, chapterId: undefined }, new AbortController().signal);
    fireEvent.keyDown(player, { key: 'PageDown' });
    expect(driven.media.currentTime).toBe(reachedSeconds);
  },
);
