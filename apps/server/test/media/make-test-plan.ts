import type { MediaFacts } from '../../src/features/streaming/conversions/source/media-facts.ts';
import type { ConversionPlan } from '../../src/features/streaming/conversions/segments/plan-conversion.ts';

type Audio = MediaFacts['audio'][number];
type Subtitle = MediaFacts['subtitles'][number];

export const testAudio = (index: number, more: Partial<Audio> = {}): Audio => ({
  index,
  codec: 'aac',
  channels: 2,
  language: null,
  title: null,
  isDefault: false,
  ...more,
});

export const testSubtitle = (index: number, more: Partial<Subtitle> = {}): Subtitle => ({
  index,
  language: null,
  title: null,
  isForced: false,
  ...more,
});

/**
 * Makes the plan of a test film of twelve seconds in three segments, with some of its facts (codecs, tracks, duration)
 * replaced.
 */
export function makeTestPlan(
  facts: Partial<MediaFacts> = {},
  plan: Partial<Pick<ConversionPlan, 'mode' | 'boundaries'>> = {},
): ConversionPlan {
  const video = {
    index: 0,
    codec: 'h264',
    profile: null,
    pixelFormat: null,
    transfer: null,
    width: 1_920,
    height: 1_080,
    bitRate: null,
  };
  return {
    mode: 'remux',
    boundaries: [0, 4, 8, 12],
    ...plan,
    facts: {
      container: 'matroska,webm',
      durationSeconds: 12,
      startSeconds: 0,
      endSeconds: 12,
      audio: [],
      subtitles: [],
      imageSubtitles: [],
      scenes: [],
      ...facts,
      video: facts.video ?? video,
    },
  };
}
