import type Mpegts from 'mpegts.js';

export type MpegtsModule = typeof Mpegts;

export async function loadMpegts(): Promise<MpegtsModule> {
  const { default: mpegts } = await import('mpegts.js');
  return mpegts;
}
