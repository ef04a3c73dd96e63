/**
 * The timing of every demo loop. 40 s is the shortest duration above 30 s that is a whole number of all units: 960
 * frames at 24 per second, 10 segments of 4 s, and 1,875 AAC frames of 1,024 samples at 48 kHz. So frames, segments and
 * audio all end at the same time, and the loop has no seam.
 */
export const loopSeconds = 40;
export const framesPerSecond = 24;
export const segmentSeconds = 4;
export const sampleRateHz = 48_000;
export const pictureWidth = 1280;
export const pictureHeight = 720;
export const frameCount = loopSeconds * framesPerSecond;
