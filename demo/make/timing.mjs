/**
 * The clock of every loop. 40 s is the shortest length above 30 s that is whole in everything at once: 960 pictures at
 * 24 per second, 10 segments of 4 s, and 1,875 AAC frames of 1,024 samples at 48 kHz. So pictures, segments and sound
 * all end on the same instant, and the loop has no seam.
 */
export const loopSeconds = 40;
export const framesPerSecond = 24;
export const segmentSeconds = 4;
export const sampleRateHz = 48_000;
export const pictureWidth = 1280;
export const pictureHeight = 720;
export const frameCount = loopSeconds * framesPerSecond;
