import type Mpegts from 'mpegts.js';

export type MpegtsModule = typeof Mpegts;

/** Loads the code of mpegts.js. */
export async function loadMpegts(): Promise<MpegtsModule> {
  const { default: mpegts } = await import('mpegts.js');
  return mpegts;
}
