import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFormatSamples, formatSamples, type FormatSample, type ZooSample } from '@butaca/testing';
import { openSession, productCaller, registerPerson } from '../../../../tools/product/people.mjs';
import { addFilms } from '../add-films.ts';
import { administrator, startProduct } from '../start-product.ts';

const adminDevice = 'DispositivoDeMuestras00000000000';

/**
 * A running product whose catalogue contains the format samples (test videos of every format) as titles and channels,
 * which every subscription plan opens.
 */
export interface SampleProduct extends AsyncDisposable {
  /** The product's URL: `http://127.0.0.1:<port>`. */
  url: string;
  /**
   * Registers an account for a person who watches format samples (test videos).
   * @returns the session as a browser stores it, by localStorage keys
   */
  registerViewer(): Promise<Record<string, string>>;
  /** Signs in the administrator. @returns the session as a browser stores it, by localStorage keys */
  signInAdministrator(): Promise<Record<string, string>>;
  /** The address of a format sample (test video) at the provider. */
  addressOf(item: FormatSample): string;
  /**
   * The path (after the URL's `#`) of the watch page on which the title or channel of a format sample (test video)
   * plays.
   */
  watchPath(item: FormatSample | ZooSample): string;
}

/**
 * Starts the fake provider that serves the format samples, and the built product. The first start takes long, because
 * ffmpeg makes the videos of the format samples.
 *
 * @param options
 * @param options.zoo - more samples, which an administrator adds through the API, so that their stream kind is found there
 * @param options.prepare - fills the product's data folder before anything else does; by default it is empty
 */
export async function startSampleProduct({
  zoo = [],
  prepare,
}: {
  zoo?: readonly ZooSample[];
  prepare?: (dataDir: string) => void;
} = {}): Promise<SampleProduct> {
  const provider = await startFormatSamples();
  for (const sample of [...formatSamples, ...zoo]) await provider.prepare(sample);
  const dataDir = await mkdtemp(join(tmpdir(), 'butaca-samples-'));
  prepare?.(dataDir);
  const ids = new Map<FormatSample | ZooSample, string>();
  const films = formatSamples.filter(({ itemType }) => itemType === 'movie');
  for (const film of films) ids.set(film, String(formatSamples.indexOf(film)).padStart(10, '0'));
  const rows = films.map((film) => ({
    id: ids.get(film) ?? '',
    title: film.name,
    address: provider.addressOf(film),
    streamKind: film.streamKind,
  }));
  await addFilms(dataDir, rows);
  const product = await startProduct(dataDir, {
    DEMO: 'false',
    UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8',
    FFMPEG_PATH: process.env['BUTACA_FFMPEG'] ?? 'ffmpeg',
    FFPROBE_PATH: process.env['BUTACA_FFPROBE'] ?? 'ffprobe',
  });

  const call = productCaller(product.url, adminDevice);
  const { token: adminToken } = await openSession(product.url, administrator, adminDevice);
  for (const channel of [...formatSamples, ...zoo].filter(({ itemType }) => itemType === 'channel')) {
    const { name, userAgent, referrer } = channel;
    const body = { name, url: provider.addressOf(channel), requiresPlan: ['gplay'], userAgent, referrer };
    const { _id: id } = await call<{ _id: string }>('POST', '/api/channels/admin', body, adminToken);
    ids.set(channel, id);
  }
  for (const sample of zoo.filter(({ itemType }) => itemType === 'movie')) {
    const body = {
      title: sample.name,
      tipo: 'pelicula',
      url: provider.addressOf(sample),
      mainSection: 'POR_GENERO',
      requiresPlan: ['gplay'],
    };
    const { _id: id } = await call<{ _id: string }>('POST', '/api/videos', body, adminToken);
    ids.set(sample, id);
  }
  let viewers = 0;

  return {
    url: product.url,
    async registerViewer() {
      viewers += 1;
      const deviceId = adminDevice.slice(0, -1) + viewers;
      const person = { username: `visitante-${viewers}`, password: 'clave larga de visitante' };
      const { token, user } = await registerPerson(product.url, person, deviceId);
      return { token, user: JSON.stringify(user), deviceId };
    },
    async signInAdministrator() {
      const deviceId = `Vigilante${adminDevice}`.slice(0, adminDevice.length);
      const { token, user } = await openSession(product.url, administrator, deviceId);
      return { token, user: JSON.stringify(user), deviceId };
    },
    addressOf: (item) => provider.addressOf(item),
    watchPath: (item) => `/watch/${item.itemType}/${ids.get(item) ?? ''}`,
    async [Symbol.asyncDispose]() {
      await product.stop();
      await provider[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
