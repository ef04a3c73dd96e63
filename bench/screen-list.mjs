/**
 * Lists every screen of the web client, with the name of its screenshot.
 *
 * @typedef {object} Screen
 * @property {string} name
 * @property {string} path - the path after the URL's `#`
 * @property {'nobody' | 'viewer' | 'lowest' | 'admin'} who - the kind of person for whom the screen is opened
 * @property {number} [folds] - how many window heights the screenshot shows; 1 by default
 *
 * @param {import('./product.mjs').Product} product
 * @returns {Promise<Screen[]>}
 */
export async function listScreens(product) {
  const { channels } = await product.call('GET', '/api/channels/list');
  const [film] = (await product.call('GET', '/api/videos?tipo=pelicula&mainSection=POR_GENERO')).videos;
  const [serie] = (await product.call('GET', '/api/videos?tipo=serie')).videos;
  const [collection] = await product.call('GET', '/api/collections');
  const archived = await findArchived(product, channels);
  const of = (item) => encodeURIComponent(item?._id ?? 'falta');
  return [
    { name: 'bienvenida', path: '/', who: 'nobody' },
    { name: 'login', path: '/login', who: 'nobody' },
    { name: 'registro', path: '/register', who: 'nobody' },
    { name: 'activar', path: '/activar', who: 'nobody' },
    { name: 'activar-telefono', path: '/activar', who: 'viewer' },
    { name: 'inicio', path: '/', who: 'viewer', folds: 3 },
    { name: 'tv-en-vivo', path: '/live-tv', who: 'viewer' },
    { name: 'tv-en-vivo-guia', path: '/live-tv?vista=guia', who: 'viewer' },
    { name: 'peliculas', path: '/peliculas', who: 'viewer' },
    { name: 'peliculas-por-generos', path: '/peliculas?seccion=POR_GENERO', who: 'viewer' },
    { name: 'peliculas-4k', path: '/peliculas?seccion=CINE_4K', who: 'viewer' },
    { name: 'series', path: '/series', who: 'viewer' },
    { name: 'series-netflix', path: '/series?categoria=Netflix', who: 'viewer' },
    { name: 'animes', path: '/animes', who: 'viewer' },
    { name: 'doramas', path: '/doramas', who: 'viewer' },
    { name: 'novelas', path: '/novelas', who: 'viewer' },
    { name: 'documentales', path: '/documentales', who: 'viewer' },
    { name: 'kids', path: '/kids', who: 'viewer' },
    { name: 'colecciones', path: '/colecciones', who: 'viewer' },
    {
      name: 'colecciones-una',
      path: `/colecciones?coleccion=${encodeURIComponent(collection?.name ?? 'Falta')}`,
      who: 'admin',
    },
    { name: 'mi-lista', path: '/mi-lista', who: 'viewer' },
    { name: 'buscar', path: '/buscar', who: 'viewer' },
    { name: 'buscar-resultados', path: '/buscar?q=terror', who: 'viewer' },
    { name: 'dispositivos', path: '/dispositivos', who: 'viewer' },
    { name: 'planes', path: '/planes', who: 'lowest' },
    { name: 'privacidad', path: '/privacidad', who: 'nobody' },
    { name: 'descargas', path: '/descargas', who: 'nobody' },
    { name: 'descargas-admin', path: '/descargas', who: 'admin' },
    { name: 'prueba-del-reproductor', path: '/test-player', who: 'viewer' },
    { name: 'ver-canal', path: `/watch/channel/${of(channels[0])}`, who: 'viewer' },
    {
      name: 'ver-programa-guardado',
      path: `/watch/channel/${of(archived?.channel)}?desde=${encodeURIComponent(archived?.startsAt ?? '')}`,
      who: 'viewer',
    },
    { name: 'ver-pelicula', path: `/watch/movie/${of(film)}`, who: 'viewer' },
    { name: 'ver-serie', path: `/watch/serie/${of(serie)}`, who: 'viewer' },
    { name: 'admin', path: '/admin', who: 'admin' },
    { name: 'admin-vods', path: '/admin?tab=manage_vod', who: 'admin' },
    { name: 'admin-planes', path: '/admin?tab=plans', who: 'admin' },
    { name: 'admin-ajustes', path: '/admin?tab=settings', who: 'admin' },
    { name: 'admin-peticiones', path: '/admin?tab=plan_requests', who: 'admin' },
    { name: 'admin-agregar-lista', path: '/admin?tab=add_list', who: 'admin' },
    { name: 'admin-proveedores', path: '/admin?tab=providers', who: 'admin' },
    { name: 'admin-guias', path: '/admin?tab=guides', who: 'admin' },
    { name: 'admin-por-confirmar', path: '/admin?tab=guide_matches', who: 'admin' },
    { name: 'admin-guia-de-canales', path: '/admin?tab=guide_channels', who: 'admin' },
    { name: 'admin-canales', path: '/admin?tab=manage_channels', who: 'admin' },
    { name: 'seccion-denegada', path: '/doramas', who: 'lowest' },
    { name: 'peliculas-denegada', path: '/peliculas?seccion=CINE_4K', who: 'lowest' },
    { name: 'no-existe', path: '/no-existe', who: 'viewer' },
  ];
}

/**
 * Finds a programme that is over and that the archive of its channel has.
 *
 * @param {import('./product.mjs').Product} product @param {{ _id: string }[]} all
 */
async function findArchived(product, all) {
  const from = new Date(Date.now() - 5 * 3_600_000).toISOString();
  const asked = all.slice(0, 60).map(({ _id }) => _id);
  if (asked.length === 0) return undefined;
  const query = new URLSearchParams({ channels: asked.join(','), from, to: new Date().toISOString() });
  const { channels } = await product.call('GET', `/api/guide?${query}`);
  for (const { channelId, programmes } of channels)
    for (const { startsAt, canPlayFromStart } of programmes)
      if (canPlayFromStart) return { channel: { _id: channelId }, startsAt };
  return undefined;
}

/**
 * The signed-in sessions with which screens of the web client are opened, by kind of person: the demo's accounts with a
 * few favourites or, without the demo, new accounts.
 */
export async function listPeople(product, { isDemo }) {
  if (!isDemo) {
    const lowest = await product.newSession('espectadora');
    return { nobody: undefined, viewer: product.session, lowest, admin: product.session };
  }
  const viewer = await product.demoSession('demo-premium');
  const { videos } = await product.call('GET', '/api/videos?limit=7');
  const { channels } = await product.call('GET', '/api/channels/list');
  const kept = [
    ...videos.map(({ _id }) => `video/${_id}`),
    ...channels.slice(0, 3).map(({ _id }) => `channel/${_id}`),
  ];
  for (const item of kept) {
    await fetch(`${product.url}/api/favourites/${item}`, {
      method: 'PUT',
      headers: { 'x-device-id': viewer.deviceId, authorization: `Bearer ${viewer.token}` },
    });
  }
  return {
    nobody: undefined,
    viewer,
    lowest: await product.demoSession('demo-gplay'),
    admin: product.session,
  };
}
