// Cuts the pictures of chapters, and the grounds behind titles, from the loops.
//
//   node demo/make/make-stills.mjs
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProgram } from './encode-loop.mjs';
import { films } from './films.mjs';
import { findPictures, windowFilter } from './loop-pictures.mjs';
import { framesPerSecond } from './timing.mjs';

const folder = fileURLToPath(new URL('../assets/fotogramas/', import.meta.url));
/** A loop is named after its channel, a still after what it shows. */
const subject = (loop) => (loop === 'cenit-24' ? 'ciudad' : loop);

async function cutStill(pictures, still, file, size) {
  const filter = windowFilter(still, 1 / framesPerSecond, size);
  await startProgram('ffmpeg', [
    '-hide_banner', '-loglevel', 'error', '-y', '-i', pictures, '-vf', filter, '-frames:v', '1',
    '-c:v', 'libwebp', '-quality', '72', '-compression_level', '6', file,
  ]).end();
}

for (const [loop, { stills, backdrop }] of Object.entries(films)) {
  const pictures = await findPictures(loop);
  for (const [index, still] of stills.entries()) {
    await cutStill(pictures, still, path.join(folder, `${subject(loop)}-${index + 1}.webp`), { width: 480, height: 270 });
  }
  if (backdrop) await cutStill(pictures, backdrop, path.join(folder, `${subject(loop)}.webp`), { width: 1280, height: 720 });
}
