import { once } from 'node:events';
import { createServer } from 'node:net';

/** @type {typeof import('./free-port.d.mts').findFreePort} */
export async function findFreePort() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
