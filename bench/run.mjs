import { benchAnswer } from './answer.mjs';
import { benchGateway } from './gateway.mjs';
import { benchPlaylist } from './playlist.mjs';
import { printMachine } from './goal.mjs';
import { startProduct } from './product.mjs';
import { requireTools } from './require-tools.mjs';

/**
 * `npm run bench -- api`: measures how fast the product answers API requests, delivers video and parses M3U lists, compared
 * with bare servers as its limits, in one run on one machine. Requires wrk and nginx (Debian's packages).
 */
requireTools('wrk', 'nginx');

printMachine();
await benchPlaylist();
const product = await startProduct();
try {
  await benchAnswer(product, '/api/channels/list');
  await benchGateway(product);
} finally {
  await product.stop();
}
