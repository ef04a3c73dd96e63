/*
 * Notices that the picture of a channel has become black while another source shows one. One keyframe of a watched channel
 * is judged every twenty seconds. When two in a row are black, the next source is opened beside the present one, where its
 * provider has a connection left, and one of its keyframes is judged too. Only when that one is clearly not black is the
 * present source left: a programme may be black. After that, no source is left for its picture for ten minutes.
 */
import type { StreamTiming } from '../stream/stream.ts';
import type { OpenedSource } from './channel-connection.ts';
import type { JudgePicture } from './judge-picture.ts';
import { createPictureSample, type PictureSample } from './picture-sample.ts';

export interface PictureWatch {
  /** Takes what the present source sends, and is passed on. */
  take(address: string, media: Buffer): void;
  end(): void;
}

interface PictureNeeds {
  judgePicture: JudgePicture | undefined;
  /** Opens another source than the present one, beside it. @throws where there is none, or no connection for it */
  openBeside(present: string, signal: AbortSignal): Promise<OpenedSource>;
  hasOther(address: string): boolean;
  timing: StreamTiming;
  /** Told that the source with the given address is black while another one is not. */
  onBlack(address: string): void;
}

/** So many black pictures in a row are suspect. */
const suspectPictures = 2;

export function createPictureWatch(needs: PictureNeeds): PictureWatch {
  const { judgePicture, hasOther, timing } = needs;
  const { clock } = timing;
  const controller = new AbortController();
  let present: string | undefined;
  let sample: PictureSample | undefined;
  let isJudging = false;
  let blackInRow = 0;
  let nextAtMs = clock.steadyMs() + timing.pictureEveryMs;
  /** Until when no source is compared with another one. */
  let quietUntilMs = 0;

  function begin(address: string): void {
    [present, sample, blackInRow] = [address, undefined, 0];
    nextAtMs = clock.steadyMs() + timing.pictureEveryMs;
  }

  async function review(address: string, picture: Buffer): Promise<void> {
    isJudging = true;
    const seen = await judgePicture?.(picture);
    blackInRow = seen === 'black' ? blackInRow + 1 : 0;
    if (blackInRow >= suspectPictures && clock.steadyMs() >= quietUntilMs) {
      quietUntilMs = clock.steadyMs() + timing.pictureQuietMs;
      if ((await isOtherClear(address)) && address === present && !controller.signal.aborted) {
        needs.onBlack(address);
      }
    }
    isJudging = false;
  }

  /** Whether another source shows a picture that is clearly not black. */
  async function isOtherClear(address: string): Promise<boolean> {
    let opened: OpenedSource | undefined;
    using deadline = clock.deadline(timing.answerWithinMs, controller.signal);
    const { signal } = deadline;
    try {
      opened = await needs.openBeside(address, signal);
      const picture = await readPicture(opened, signal);
      return picture !== undefined && (await judgePicture?.(picture)) === 'clear';
    } catch {
      // What cannot be compared is no reason to leave a source.
      return false;
    } finally {
      opened?.end();
    }
  }

  return {
    take(address, media) {
      if (address !== present) begin(address);
      if (judgePicture === undefined || isJudging || clock.steadyMs() < nextAtMs || !hasOther(address))
        return;
      sample ??= createPictureSample();
      const picture = sample.take(media);
      if (picture === undefined && !sample.isOver()) return;
      sample = undefined;
      nextAtMs = clock.steadyMs() + timing.pictureEveryMs;
      if (picture !== undefined) void review(address, picture);
    },
    end: () => controller.abort(),
  };
}

/** Reads the first keyframe of a source. @returns `undefined` when it ends before */
function readPicture({ answer }: OpenedSource, signal: AbortSignal): Promise<Buffer | undefined> {
  const sample = createPictureSample();
  return new Promise((resolve) => {
    const giveUp = (): void => resolve(undefined);
    signal.addEventListener('abort', giveUp, { once: true });
    answer.read({
      data(chunk) {
        const picture = sample.take(chunk);
        if (picture !== undefined) resolve(picture);
      },
      end: giveUp,
      fail: giveUp,
    });
  });
}
