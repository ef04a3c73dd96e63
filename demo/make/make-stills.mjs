// Cuts the stills of chapters, and the backdrops of titles, from the demo's loops.
//
//   node demo/make/make-stills.mjs
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProgram } from './encode-loop.mjs';
import { findPictures, windowFilter } from './loop-pictures.mjs';
import { stills } from './stills.mjs';
import { framesPerSecond } from './timing.mjs';

const folder = fileURLToPath(new URL('../assets/fotogramas/', import.meta.url));

async function cutStill(pictures, still, file, size) {
  const filter = windowFilter(still, 1 / framesPerSecond, size);
  await startProgram('ffmpeg', [
    '-hide_banner', '-loglevel', 'error', '-y', '-i', pictures, '-vf', filter, '-frames:v', '1',
    '-c:v', 'libwebp', '-quality', '72', '-compression_level', '6', file,
  ]).end();
}

for (const [loop, { subject, chapters, backdrop }] of Object.entries(stills)) {
  const pictures = await findPictures(loop);
  for (const [index, still] of chapters.entries()) {
    await cutStill(pictures, still, path.join(folder, `${subject}-${index + 1}.webp`), { width: 480, height: 270 });
  }
  await cutStill(pictures, backdrop, path.join(folder, `${subject}.webp`), { width: 1280, height: 720 });
}
