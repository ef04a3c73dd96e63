/*
 * A product with a list of channels, and a made guide of them that says of each day what is on every 35 minutes.
 */
import { createServer } from 'node:http';
import { createGzip } from 'node:zlib';
import { once } from 'node:events';
import { Readable } from 'node:stream';

const minutes = 35;
const words = 'noche casa luz camino faro río ciudad mar viento tierra sol luna cine historia cocina'.split(
  ' ',
);
const title = (/** @type {number} */ n) =>
  `${words[n % words.length]} ${words[Math.floor(n / words.length) % words.length]} ${n % 400}`;
const idOf = (/** @type {number} */ n) => `Canal${n}.es`;

/** @param {number} ms */
const time = (ms) => `${new Date(ms).toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)} +0000`;

/** The made guide in XMLTV, part by part. @param {number} channelCount @param {number} days */
function* writeGuide(channelCount, days) {
  const start = Date.now() - 3_600_000;
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<tv>\n';
  for (let n = 0; n < channelCount; n += 1)
    yield `<channel id="${idOf(n)}"><display-name>Canal ${n}</display-name></channel>\n`;
  const count = Math.floor((days * 1_440) / minutes);
  for (let n = 0; n < channelCount; n += 1) {
    let part = '';
    for (let i = 0; i < count; i += 1) {
      const from = start + i * minutes * 60_000;
      part += `<programme start="${time(from)}" stop="${time(from + minutes * 60_000)}" channel="${idOf(n)}"><title lang="es">${title(n * 31 + i * 7)}</title><sub-title>Capítulo ${i}</sub-title><desc>Una historia de ${title(n + i)} que nadie esperaba y que cambia todo lo que se sabía hasta entonces.</desc><category>Serie</category><episode-num system="xmltv_ns">0.${i}.</episode-num></programme>\n`;
    }
    yield part;
  }
  yield '</tv>\n';
}

/**
 * Serves the made guide on this machine.
 *
 * @param {number} channelCount @param {number} days
 * @returns {Promise<{ address: string, close: () => void }>}
 */
export async function serveMadeGuide(channelCount, days) {
  const upstream = createServer((_request, response) => {
    Readable.from(writeGuide(channelCount, days))
      .pipe(createGzip({ level: 1 }))
      .pipe(response);
  }).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const { port } = upstream.address();
  return { address: `http://127.0.0.1:${port}/guia.xml.gz`, close: () => void upstream.close() };
}

/** Imports so many channels. @param {import('../product.mjs').Product} product @param {number} channelCount */
export async function addChannels(product, channelCount) {
  const lines = Array.from(
    { length: channelCount },
    (_, n) =>
      `#EXTINF:-1 tvg-id="${idOf(n)}" group-title="Grupo ${n % 50}",Canal ${n}\nhttp://tv.example/${n}.m3u8`,
  );
  const form = new FormData();
  form.append('m3uFile', new File([`#EXTM3U\n${lines.join('\n')}\n`], 'canales.m3u'));
  const response = await fetch(`${product.url}/api/channels/admin/process-m3u`, {
    method: 'POST',
    headers: product.headers,
    body: form,
  });
  if (!response.ok) throw new Error(`the channels were not imported: ${await response.text()}`);
}
