import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startProduct } from '../product.mjs';
import { withDatabase } from '../titles.mjs';
import { catalogueOf, countLost, fillCatalogue, listPeople, usualSize } from './catalogue.mjs';
import { openSlowSockets } from './generator.mjs';
import { measureDatabase, measureMost } from './limits.mjs';
import { arrivalSeconds, metricsToken, runPart } from './run-part.mjs';

const compareSeconds = 60;
const soakShare = 0.3;

/**
 * Measures one product with its embedded PostgreSQL: under all viewers, with slow clients, and for a long time under less;
 * then what it gives at most, beside bare servers. At the end it is stopped, and what it had acknowledged is looked for in
 * its database.
 *
 * @param {{ minutes: number, viewers: number, slowSockets: number, soakMinutes: number }} options - 0 leaves a part out
 * @param {{ origin: string }} provider
 * @param {AbortSignal} signal
 */
export async function measureOneProduct(options, provider, signal) {
  const dataDir = await mkdtemp(join(tmpdir(), 'butaca-load-'));
  const { people, newcomers, spare, accounts } = listPeople(options.viewers);
  const catalogue = catalogueOf(usualSize);
  let product;
  try {
    const fill = fillCatalogue({ ...usualSize, accounts, provider: provider.origin });
    await withDatabase({ dataDir }, (sql, db) => db.connection().execute((one) => fill(sql, one)));
    signal.throwIfAborted();
    product = await startProduct({ dataDir, isDemo: false, env: { METRICS_TOKEN: metricsToken } });
    const { url, pid } = product;
    const shared = {
      origin: url,
      newcomers,
      catalogue,
      arrivalSeconds,
      isWatching: true,
      hasWebClient: true,
    };
    const listServers = () => [{ url, pid }];
    const parts = {};
    if (options.minutes > 0) {
      const seconds = arrivalSeconds + options.minutes * 60;
      const plan = { ...shared, people, seconds, run: 1, phases: { load: [arrivalSeconds, seconds] } };
      parts.load = await runPart({ title: 'Carga', plan, listServers, signal });
    }
    let slow = {};
    if (options.slowSockets > 0) {
      const [middle, seconds] = [arrivalSeconds + compareSeconds, arrivalSeconds + 2 * compareSeconds];
      const phases = { before: [arrivalSeconds, middle], slow: [middle, seconds] };
      const plan = { ...shared, people, seconds, run: 2, phases };
      const [film] = catalogue.films;
      const during = async (marks) => {
        await pause(middle * 1_000, undefined, { signal });
        marks.push({ second: middle, text: `${options.slowSockets} conexiones lentas` });
        const close = openSlowSockets({ origin: url, count: options.slowSockets, ...spare[0], film });
        try {
          await pause(compareSeconds * 1_000, undefined, { signal });
        } finally {
          slow = await close();
        }
      };
      parts.slow = await runPart({ title: 'Conexiones lentas', plan, listServers, signal, during });
    }
    if (options.soakMinutes > 0) {
      const seconds = arrivalSeconds + options.soakMinutes * 60;
      const fewer = people.slice(0, Math.round(options.viewers * soakShare));
      const plan = {
        ...shared,
        people: fewer,
        seconds,
        run: 3,
        phases: { soak: [arrivalSeconds, seconds] },
      };
      parts.soak = await runPart({ title: 'Resistencia', plan, listServers, signal });
    }
    console.log(`${new Date().toISOString()} Máximos y límites`);
    const most = await measureMost(url, spare, catalogue.films);
    signal.throwIfAborted();
    process.kill(pid, 'SIGTERM');
    await product.ended;
    const saved = Object.values(parts).flatMap(({ run }) => run.saved);
    const [lost, databaseSaves] = await withDatabase({ dataDir }, async (sql, db) => [
      await countLost(saved)(sql, db),
      await measureDatabase(spare, catalogue.films)(sql, db),
    ]);
    return { parts, slow, lost, most: { ...most, databaseSaves } };
  } finally {
    await product?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
