import { createTsScanner, type JoinPoint } from '../delivery/ts-scanner.ts';

/** Takes one keyframe out of a channel in MPEG-TS, as it is passed on. */
export interface PictureSample {
  /** Takes the next whole packets. @returns the tables and the keyframe, once it is complete */
  take(media: Buffer): Buffer | undefined;
  /** Whether so much has come without a keyframe that none is looked for any more. */
  isOver(): boolean;
}

/** The most bytes in which a keyframe is looked for; a keyframe of 4K video has about 1 MB. */
const searchedBytesMax = 12_000_000;

export function createPictureSample(): PictureSample {
  const scanner = createTsScanner();
  let kept: Buffer[] = [];
  /** Where the kept bytes begin, in bytes from the beginning. */
  let keptAtByte = 0;
  let receivedBytes = 0;
  const isOver = (): boolean => receivedBytes > searchedBytesMax;
  /** The first keyframe that was found, and how many pictures had begun then. */
  let found: { point: JoinPoint; pictures: number } | undefined;

  return {
    take(media) {
      if (isOver()) return undefined;
      receivedBytes += media.length;
      scanner.take(media);
      const point = scanner.joinPoint();
      if (point === undefined) {
        keptAtByte += media.length;
        return undefined;
      }
      kept.push(media);
      const { pictures } = scanner.counts();
      found ??= { point, pictures };
      const tables = scanner.tables();
      if (tables === undefined || pictures === found.pictures) return undefined;
      const bytes = Buffer.concat(kept);
      kept = [];
      return Buffer.concat([tables, bytes.subarray(Math.max(0, found.point.atByte - keptAtByte))]);
    },
    isOver,
  };
}
