import { connect } from 'node:net';
import { reportMost } from './goal.mjs';
import { residentMegabytes } from './memory.mjs';
import { openChannel } from './product.mjs';
import { startProvider } from '../packages/testing/src/world/provider.ts';

const clients = 20;
const watchedMs = 15_000;
const mostGrownMegabytes = 64;

/**
 * Measures the server's memory while clients have read the beginning of an endless video stream and then read nothing
 * more, as a paused player does: the memory that the server holds for these clients must not grow with time.
 *
 * @param {import('./product.mjs').Product} product
 */
export async function measurePausedClient(product) {
  const body = Buffer.alloc(256 * 1_024);
  const upstream = await startProvider();
  upstream.answer('/live.ts', { headers: { 'content-type': 'video/mp2t' }, body, manner: 'endless' });
  const sentBytes = () => upstream.seen.reduce((sum, request) => sum + request.sentBytes, 0);
  const source = `${upstream.origin}/live.ts`;
  const channel = { name: 'Sin fin', url: source, requiresPlan: ['gplay'] };
  const { _id } = await product.call('POST', '/api/channels/admin', channel);
  const addresses = [];
  // Each client is a person of its own: one play session has two connections without an end at most.
  for (let index = 0; index < clients; index += 1)
    addresses.push(await openChannel(product, await product.newSession(`pausa${index}`), _id));

  const before = await residentMegabytes(product.pid);
  const sockets = await Promise.all(addresses.map((address) => readBeginning(address)));
  const settled = await residentMegabytes(product.pid);
  const sentAtFirst = sentBytes();
  await new Promise((resolve) => setTimeout(resolve, watchedMs));
  const after = await residentMegabytes(product.pid);
  const sentMeanwhile = (sentBytes() - sentAtFirst) / 1e6;
  for (const socket of sockets) socket.destroy();
  await upstream[Symbol.asyncDispose]();
  console.log(
    `${clients} paused clients: ${before.toFixed(0)} MB before, ${settled.toFixed(0)} MB with them, ${after.toFixed(0)} MB after ${watchedMs / 1_000} s, in which the upstream sent ${sentMeanwhile.toFixed(1)} MB`,
  );
  return reportMost('memory grown with them', after - before, ' MB', mostGrownMegabytes);
}

/** Requests a video stream over a bare socket, reads enough for the first frames, and then stops reading. */
function readBeginning(address) {
  const { hostname, port, host, pathname } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let takenBytes = 0;
    socket.on('error', reject);
    socket.on('data', (data) => {
      if (takenBytes === 0 && !data.toString('latin1', 0, 15).startsWith('HTTP/1.1 200'))
        reject(new Error(data.toString('latin1', 0, 2_000)));
      takenBytes += data.length;
      if (takenBytes < 1_000_000) return;
      socket.pause();
      resolve(socket);
    });
    socket.write(`GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
  });
}
