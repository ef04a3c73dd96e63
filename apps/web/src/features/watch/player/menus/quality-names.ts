interface FrameSize {
  width?: number | undefined;
  height?: number | undefined;
  /** The bit rate of this video quality in bits per second. */
  bitrate?: number | undefined;
}

/**
 * The quality class of a video by its size in pixels: a film of 1920 × 800 counts as 1080p, a phone video of 720 × 1280
 * as 720p.
 */
export function qualityHeight({ width = 0, height = 0 }: FrameSize): number {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  return Math.max(short, Math.round((long * 9) / 16));
}

/**
 * The name of a video quality in the player's menu, such as `720p`; with the bit rate appended if another quality has
 * the same height.
 */
export function nameQuality(size: FrameSize, showBitrate: boolean): string {
  const name = `${qualityHeight(size)}p`;
  if (!showBitrate || size.bitrate === undefined) return name;
  const megabits = size.bitrate / 1e6;
  const rounded = megabits.toLocaleString('es', { maximumFractionDigits: megabits < 10 ? 1 : 0 });
  return `${name} (${rounded} Mb/s)`;
}
