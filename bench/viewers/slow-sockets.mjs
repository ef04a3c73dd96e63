import { connect } from 'node:net';

/**
 * The process of the slow clients: keeps many sockets open that send the headers or the body of a request byte by byte, or
 * hardly read an answer. A socket that the server has ended is replaced. It receives `{ origin, count, token, deviceId,
 * film }`, and on `stop` tells how many of each kind were opened, how many of them the server has ended, and after how many
 * seconds at most.
 */
const byteEveryMs = 1_000;
const readBytes = 64;
/** @type {Record<string, { opened: number, ended: number, longestSeconds: number }>} */
const told = {};
const sockets = new Set();
let isOver = false;
process.once('disconnect', () => process.exit());
process.on('SIGINT', () => undefined);
process.on('message', (message) => {
  if (message !== 'stop') return start(message);
  isOver = true;
  for (const socket of sockets) socket.destroy();
  return process.send({ told }, () => process.exit());
});

function start({ origin, count, token, deviceId, film }) {
  const own = `host: butaca\r\nauthorization: Bearer ${token}\r\nx-device-id: ${deviceId}\r\n`;
  const body = JSON.stringify({ lastTime: 60, duration: 5_400, note: ' '.repeat(4_000) });
  const ways = {
    headers: { first: 'GET /api/home HTTP/1.1\r\n', rest: `x-slow: ${'a'.repeat(8_000)}\r\n` },
    body: {
      first: `PUT /api/videos/${film}/progress HTTP/1.1\r\n${own}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
      rest: body,
    },
    read: { first: `GET /api/channels/list HTTP/1.1\r\n${own}\r\n`, rest: '' },
  };
  const names = Object.keys(ways);
  for (const name of names) told[name] = { opened: 0, ended: 0, longestSeconds: 0 };
  const { hostname, port } = new URL(origin);
  for (let index = 0; index < count; index += 1) {
    const name = names[index % names.length];
    // All of them within two seconds, as many clients would come, and not in one moment.
    setTimeout(() => open(name, ways[name], { host: hostname, port: Number(port) }), (index / count) * 2_000);
  }
}

function open(name, way, address) {
  if (isOver) return;
  const socket = connect({ ...address, ...(name === 'read' && { onread: slowly() }) });
  const openedAtMs = performance.now();
  let sent = 0;
  sockets.add(socket);
  told[name].opened += 1;
  socket.write(way.first);
  const timer = setInterval(() => {
    if (name === 'read') return socket.resume();
    return socket.write(way.rest[sent++ % way.rest.length]);
  }, byteEveryMs);
  if (name !== 'read') socket.resume();
  socket.on('error', () => undefined);
  socket.once('close', () => {
    clearInterval(timer);
    sockets.delete(socket);
    if (isOver) return;
    const seconds = (performance.now() - openedAtMs) / 1_000;
    told[name].ended += 1;
    told[name].longestSeconds = Math.max(told[name].longestSeconds, seconds);
    open(name, way, address);
  });
}

/** Reads a few bytes at a time, and then nothing until `resume`. */
function slowly() {
  return { buffer: Buffer.alloc(readBytes), callback: () => false };
}
