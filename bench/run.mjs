import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { benchAnswer } from './answer.mjs';
import { benchGateway } from './gateway.mjs';
import { benchPlaylist } from './playlist.mjs';
import { startProduct } from './product.mjs';

/** `npm run bench`: the product beside its limits, in one run on one machine. Wants wrk and nginx (Debian's packages). */
for (const tool of ['wrk', 'nginx']) {
  try {
    execFileSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${tool}`]);
  } catch {
    console.error(`Falta ${tool}. Instálalo y vuelve a ejecutar: apt-get install ${tool}`);
    process.exit(1);
  }
}

console.log(`${new Date().toISOString()}, ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`);
await benchPlaylist();
const product = await startProduct();
try {
  await benchAnswer(product, '/api/channels/list');
  await benchGateway(product);
} finally {
  await product.stop();
}
