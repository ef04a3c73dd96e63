import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startZoo, zooItems, type ZooItem } from '@butaca/testing';
import { addFilms } from '../add-films.ts';
import { productCaller } from '../call-product.ts';
import { startProduct } from '../start-product.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '..');
const adminDevice = 'DispositivoDelZoo000000000000000';
const admin = { username: 'admin', password: 'clave-de-recorridos' };

/** The product with the samples as titles and channels, which everybody may watch. */
export interface ZooProduct extends AsyncDisposable {
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** Registers a person. @returns the session as a browser stores it, by its keys */
  registerViewer(): Promise<Record<string, string>>;
  /** The route of an item's watch page. */
  watchPath(item: ZooItem): string;
}

/** Starts provider and built product. The first time, making the samples takes a while. */
export async function startZooProduct(): Promise<ZooProduct> {
  const zoo = await startZoo(join(root, '.cache', 'zoo'));
  const dataDir = await mkdtemp(join(tmpdir(), 'butaca-zoo-'));
  const ids = new Map<ZooItem, string>();
  const films = zooItems.filter(({ itemType }) => itemType === 'movie');
  for (const film of films) ids.set(film, String(zooItems.indexOf(film)).padStart(10, '0'));
  const rows = films.map((film) => ({
    id: ids.get(film) ?? '',
    title: film.name,
    address: zoo.addressOf(film),
    streamKind: film.streamKind,
  }));
  await addFilms(dataDir, rows);
  const product = await startProduct(dataDir, {
    DEMO: 'false',
    UPSTREAM_ALLOW_PRIVATE: 'true',
    FFMPEG_PATH: process.env['BUTACA_FFMPEG'] ?? 'ffmpeg',
    FFPROBE_PATH: process.env['BUTACA_FFPROBE'] ?? 'ffprobe',
  });

  const call = productCaller(product.url, adminDevice);
  const { token: adminToken } = await call<SignedIn>('POST', '/api/auth/login', admin);
  for (const channel of zooItems.filter(({ itemType }) => itemType === 'channel')) {
    const { name, userAgent, referrer } = channel;
    const body = { name, url: zoo.addressOf(channel), requiresPlan: ['gplay'], userAgent, referrer };
    const { _id: id } = await call<{ _id: string }>('POST', '/api/channels/admin', body, adminToken);
    ids.set(channel, id);
  }
  let viewers = 0;

  return {
    url: product.url,
    async registerViewer() {
      viewers += 1;
      const deviceId = adminDevice.slice(0, -1) + viewers;
      const person = { username: `visitante-${viewers}`, password: 'clave larga de visitante' };
      const register = productCaller(product.url, deviceId);
      const { token, user } = await register<SignedIn>('POST', '/api/auth/register', person);
      return { token, user: JSON.stringify(user), deviceId };
    },
    watchPath: (item) => `/watch/${item.itemType}/${ids.get(item) ?? ''}`,
    async [Symbol.asyncDispose]() {
      await product.stop();
      await zoo[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

interface SignedIn {
  token: string;
  user: object;
}
