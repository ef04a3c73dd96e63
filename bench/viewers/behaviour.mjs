import { addArrivals, addRepeated } from './agenda.mjs';
import { startWatching } from './watching.mjs';

/** What is requested, with the words that the report has for it, and the goals for the latencies in ms, p99. */
export const kinds = {
  save: { name: 'Guardar el progreso', goalMs: 250 },
  home: { name: 'Inicio: sus filas', goalMs: 300 },
  page: { name: 'Inicio: el resto de la página', goalMs: 300 },
  image: { name: 'Imágenes', goalMs: 300 },
  title: { name: 'Página de un título', goalMs: 300 },
  search: { name: 'Búsqueda', goalMs: 300 },
  channels: { name: 'Lista de canales', goalMs: 300 },
  address: { name: 'Abrir un canal o una película', goalMs: 300 },
  playlist: { name: 'Lista de reproducción', goalMs: 300 },
  segment: { name: 'Segmento de video', goalMs: 500 },
  login: { name: 'Entrar', goalMs: 1_000 },
};

/** How often a viewer who watches saves the progress, at the usual pace. */
const saveEveryMs = 20_000;
/** How much of each is requested per second by ten thousand viewers. A page at home is ten requests. */
const perSecond = { homes: 20, logins: 2, titles: 5, searches: 5, channels: 5 };
const usualViewers = 10_000;
const segmentViewersPerThousand = 4;
const filmSeconds = 5_400;
const imagesOfPage = 4;
const words = [
  'faro',
  'ciudad',
  'noche de luz',
  'volcán',
  'estacion',
  'camino al',
  'terror',
  'orquesta 12',
  'jardn',
];

/**
 * Puts what virtual viewers do into an agenda: each saves the progress of a film every twenty seconds, from a random
 * moment on; home pages, titles, searches, channels and sign-ins arrive at random; some also receive the video.
 *
 * @param {{ agenda: ReturnType<typeof import('./agenda.mjs').createAgenda>, viewers: import('./run-viewers.mjs').Viewer[], newcomers:
 * import('./run-viewers.mjs').Viewer[], catalogue: import('./run-viewers.mjs').Catalogue, random: () => number, fromMs:
 * number, endMs: number, isWatching: boolean, hasWebClient: boolean, pace: number, arrivalSeconds: number, record: (kind: string, atMs: number, status: number) => void,
 * onGap: (seconds: number, atMs: number) => void }} given - `endMs` ends retries; `pace`: how many times as often as usual all of this
 * happens; `arrivalSeconds`: the time over which the viewers arrive, so that saves become more and more
 */
export function fillAgenda(given) {
  const { agenda, viewers, newcomers, catalogue, random, fromMs, pace, record } = given;
  const pick = (list) => list[Math.floor(random() * list.length)];
  const scale = (viewers.length / usualViewers) * pace;
  const everyMs = saveEveryMs / pace;
  const arrive = (rate, act) => addArrivals(agenda, { fromMs, perSecond: rate * scale, random }, act);
  /** Sends a request whose latency is counted from the moment for which it was intended. */
  const get = (viewer, kind, atMs, path, then) =>
    viewer.client.send(path, { isRead: then !== undefined }, (status, text) => {
      record(kind, atMs, status);
      if (status === 200) then?.(text);
    });

  for (const viewer of viewers) {
    addRepeated(agenda, { firstMs: fromMs + random() * given.arrivalSeconds * 1_000, everyMs }, (atMs) =>
      save(viewer, atMs, record),
    );
  }

  const pagePaths = ['/api/auth/me', '/api/favourites', '/api/footer-links', '/api/collections'];
  if (given.hasWebClient) pagePaths.unshift('/');
  let images = [];
  arrive(perSecond.homes, (atMs) => {
    const viewer = pick(viewers);
    for (const path of pagePaths) get(viewer, 'page', atMs, path);
    // The first answer says which images there are; to read each would cost more than to send it.
    get(
      viewer,
      'home',
      atMs,
      '/api/home',
      images.length === 0 ? (text) => (images = imagesOf(text)) : undefined,
    );
    for (let count = 0; count < imagesOfPage && images.length > 0; count += 1)
      get(viewer, 'image', atMs, pick(images));
  });

  arrive(perSecond.titles, (atMs) => {
    const viewer = pick(viewers);
    const film = pick(catalogue.films);
    for (const path of [
      `/api/videos/${film}`,
      `/api/videos/${film}/progress`,
      `/api/enrichment/movie/${film}/recommendations`,
    ])
      get(viewer, 'title', atMs, path);
  });
  arrive(perSecond.searches, (atMs) =>
    get(pick(viewers), 'search', atMs, `/api/search?q=${encodeURIComponent(pick(words))}`),
  );
  arrive(perSecond.channels, (atMs) => {
    const viewer = pick(viewers);
    get(viewer, 'channels', atMs, '/api/channels/list');
    get(viewer, 'channels', atMs, '/api/channels/sections');
    if (given.isWatching)
      get(viewer, 'address', atMs, `/api/channels/id/${pick(catalogue.channels)}?can=mse`);
  });
  arrive(perSecond.logins, (atMs) => {
    const { client, username } = pick(newcomers);
    const body = { username, password: catalogue.password };
    client.send('/api/auth/login', { method: 'POST', body }, (status) => record('login', atMs, status));
  });

  if (!given.isWatching) return;
  const watching = Math.ceil((viewers.length / 1_000) * segmentViewersPerThousand);
  for (const viewer of viewers.slice(0, watching)) startWatching(viewer, given);
}

/** Saves a viewer's position, which is twenty seconds further each time; the film is over at its end. */
function save(viewer, atMs, record) {
  viewer.second = Math.min(viewer.second + saveEveryMs / 1_000, filmSeconds);
  const { film, second } = viewer;
  const body = { lastTime: second, duration: filmSeconds, at: new Date().toISOString() };
  viewer.client.send(`/api/videos/${film}/progress`, { method: 'PUT', body }, (status) => {
    record('save', atMs, status);
    if (status !== 200) return;
    viewer.saves += 1;
    viewer.savedSecond = Math.max(viewer.savedSecond, second);
  });
}

/** The addresses of images that an answer for the home page names. @param {string} text */
function imagesOf(text) {
  return [...new Set(text.match(/\/api\/images\/[^"]+/g))].slice(0, 60);
}
