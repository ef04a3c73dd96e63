import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startProduct } from '../product.mjs';
import { secondsUntilReady } from './observe.mjs';

const answersInFlight = 8;
const entries = 20_000;

/** E7: Ctrl-C reaches every process of the group while requests are on their way. */
async function stopGroup() {
  const product = await startProduct({ isDemo: false, isOwnGroup: true, env: { LOG_LEVEL: 'silent' } });
  const { port } = new URL(product.url);
  const body = JSON.stringify({ username: 'nadie', password: 'clave-que-no-es' });
  const calls = Array.from({ length: answersInFlight }, () => {
    const call = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/api/auth/login',
      headers: { ...product.headers, 'content-type': 'application/json', 'content-length': body.length },
    });
    call.write(body.slice(0, 5));
    const answered = once(call, 'response').then(
      ([response]) => response.resume().statusCode,
      () => undefined,
    );
    return { call, answered };
  });
  await pause(500);
  const signalledAt = performance.now();
  process.kill(-product.pid, 'SIGINT');
  await pause(1_000);
  for (const { call } of calls) call.end(body.slice(5));
  const statuses = await Promise.all(calls.map(({ answered }) => answered));
  const code = await product.ended;
  const answered = statuses.filter((status) => status !== undefined).length;
  await rm(product.dataDir, { recursive: true, force: true });
  return {
    seconds: (performance.now() - signalledAt) / 1_000,
    seen: `${answered} de ${answersInFlight} respuestas llegaron; código de salida ${code}`,
    isLost: answered < answersInFlight || code !== 0,
  };
}

const boundary = 'frontera';
const listOf = (count) => {
  const lines = Array.from(
    { length: count },
    (_item, index) =>
      `#EXTINF:-1 group-title="CINE",Título ${index}\nhttp://proveedor.example/${index}.mkv\n`,
  );
  return `#EXTM3U\n${lines.join('')}`;
};
const formOf = (list) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="kind"\r\n\r\nmixed\r\n--${boundary}\r\n` +
  `Content-Disposition: form-data; name="file"; filename="lista.m3u"\r\n\r\n${list}\r\n--${boundary}--\r\n`;

/** E10: the server is killed while it publishes a preview. */
async function killWhilePublishing() {
  const dataDir = await mkdtemp(join(tmpdir(), 'butaca-faults-'));
  let product = await startProduct({ dataDir, isDemo: false, env: { LOG_LEVEL: 'silent' } });
  const uploaded = await fetch(`${product.url}/api/admin/imports/preview`, {
    method: 'POST',
    headers: { ...product.headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: formOf(listOf(entries)),
  });
  const { _id: id } = await uploaded.json();
  void product.call('POST', `/api/admin/imports/${id}/publish`, {}).catch(() => undefined);
  await pause(700);
  process.kill(product.pid, 'SIGKILL');
  await product.ended;
  const killedAt = performance.now();
  product = await startProduct({ dataDir, isDemo: false, env: { LOG_LEVEL: 'silent' } });
  try {
    const seconds = await secondsUntilReady(product.url, killedAt);
    const { status } = await product.call('GET', `/api/admin/imports/${id}`);
    const files = await readdir(join(dataDir, 'uploads'));
    const isKept = status === 'done' || (status === 'preview' && files.length === 1);
    return {
      seconds,
      seen: `la vista previa está «${status}», con ${files.length} archivo`,
      isLost: !isKept,
    };
  } finally {
    await product.stop();
  }
}

/** E10: an upload of a byte a second, which keeps others from importing. */
async function drip() {
  const product = await startProduct({ isDemo: false, env: { LOG_LEVEL: 'silent' } });
  try {
    const socket = connect(Number(new URL(product.url).port), '127.0.0.1');
    const headers = Object.entries({
      ...product.headers,
      host: 'x',
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': '1000000',
    });
    socket.write(
      `POST /api/admin/imports/preview HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
    );
    socket.write(formOf('').slice(0, -(boundary.length + 8)));
    const timer = setInterval(() => socket.write('#'), 1_000);
    let answer = '';
    socket.on('data', (bytes) => (answer += bytes)).on('error', () => undefined);
    const begunAt = performance.now();
    await once(socket, 'close');
    clearInterval(timer);
    return { seconds: (performance.now() - begunAt) / 1_000, seen: answer.split('\r\n')[0] ?? '' };
  } finally {
    await product.stop();
  }
}

/** The faults of the server's process and its clients. @type {import('../faults.mjs').Fault[]} */
export const processFaults = [
  { name: 'E7', what: 'Ctrl-C a todo el grupo con 8 peticiones a medias', goalSeconds: 10, cause: stopGroup },
  { name: 'E10', what: 'kill -9 al publicar una vista previa', goalSeconds: 15, cause: killWhilePublishing },
  { name: 'E10', what: 'subida de un byte por segundo', goalSeconds: 35, cause: drip },
];
