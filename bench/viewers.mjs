import { setMaxListeners } from 'node:events';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { prepareCluster } from '../tools/cluster/prepare.mjs';
import { runCommand, Stop } from '../tools/terminal.mjs';
import { printMachine } from './goal.mjs';
import { requireTools } from './require-tools.mjs';
import { measureCluster } from './viewers/cluster.mjs';
import { judgeKill, judgeLoad, judgeLost, judgeScaling, judgeSlow, judgeSoak } from './viewers/goals.mjs';
import { measureOneProduct } from './viewers/one-product.mjs';
import { inSpanish } from './viewers/plot.mjs';
import { startHlsProvider } from './viewers/provider.mjs';
import { writeReport } from './viewers/report.mjs';

/*
 * `npm run bench -- load`: lets ten thousand virtual viewers use the built product for ten minutes, then opens a thousand slow
 * connections beside them, then lets fewer of them go on for half an hour, and writes a report with plots. With `--cluster 2`
 * the viewers use two servers behind nginx, with `--kill` one of these is killed in the middle, and the throughput of several
 * servers is compared with that of one. Requests are sent by the clock, whether earlier ones are answered or not. All traffic
 * stays on the loopback. Exits with 1 when a goal is missed. Requires wrk and ffmpeg (Debian's packages), and a quiet machine.
 */
const usage = `Uso: npm run bench -- load [--minutes 10] [--viewers 10000] [--slow-sockets 1000] [--soak-minutes 30]
       [--cluster 2|4 [--kill]] [--report ARCHIVO]
Con 0 se omite una parte.`;
const most = { minutes: 600, viewers: 20_000, 'slow-sockets': 5_000, 'soak-minutes': 6_000 };

function readOptions() {
  /** @param {string} value */
  const text = (value) => ({ type: /** @type {const} */ ('string'), default: value });
  try {
    const { values } = parseArgs({
      options: {
        minutes: text('10'),
        viewers: text('10000'),
        'slow-sockets': text('1000'),
        'soak-minutes': text('30'),
        cluster: { type: 'string' },
        kill: { type: 'boolean', default: false },
        report: { type: 'string' },
      },
    });
    const amounts = Object.fromEntries(
      Object.entries(most).map(([name, limit]) => {
        const amount = Number(values[name]);
        if (!(amount >= 0 && amount <= limit)) throw new Stop(`--${name}: de 0 a ${limit}.`);
        return [name, amount];
      }),
    );
    if (amounts.viewers < 10 || !Number.isInteger(amounts.viewers))
      throw new Stop('--viewers: un número entero desde 10.');
    if (values.cluster !== undefined && !/^[2-8]$/.test(values.cluster))
      throw new Stop('--cluster: de 2 a 8.');
    if (values.kill && values.cluster === undefined) throw new Stop('--kill necesita --cluster.');
    return {
      minutes: amounts.minutes,
      viewers: amounts.viewers,
      slowSockets: amounts['slow-sockets'],
      soakMinutes: amounts['soak-minutes'],
      servers: values.cluster === undefined ? undefined : Number(values.cluster),
      isKilled: values.kill,
      report: values.report,
    };
  } catch (error) {
    throw new Stop(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

const sharedNotes = [
  'Modelo abierto: cada petición sale en su momento aunque las anteriores no tengan respuesta, y su latencia se cuenta desde ese momento (sin omisión coordinada).',
  'Cada espectador guarda su progreso cada 20 s. Por cada 10 000 espectadores hay además 20 páginas de inicio (de diez peticiones), 2 entradas, 5 páginas de título, 5 búsquedas y 5 visitas a los canales por segundo, y 40 reciben video en HLS.',
  'Los espectadores están en un proceso aparte, y el proveedor de video, en el de la medición. Todos comparten los núcleos de la máquina con el servidor, PostgreSQL y lo demás, y todo el tráfico es local.',
  'Cada espectador tiene sus propias conexiones, que quedan abiertas. Llegan a lo largo de 60 s, que están en los gráficos, pero no en las cifras.',
  'Con METRICS_TOKEN, que da las medidas del servidor, cada respuesta cuesta algo más.',
];

/** @param {ReturnType<typeof readOptions>} options @param {{ origin: string }} provider @param {AbortSignal} signal */
async function measureAlone(options, provider, signal) {
  const measured = await measureOneProduct(options, provider, signal);
  const { parts, slow, lost, most: rates } = measured;
  const list = Object.values(parts);
  const saves = list.reduce((sum, { run }) => sum + run.saves, 0);
  return {
    title: 'Informe de carga',
    parts: list,
    judgements: [
      ...(parts.load ? [{ heading: parts.load.title, results: judgeLoad(parts.load) }] : []),
      ...(parts.slow ? [{ heading: parts.slow.title, results: judgeSlow(parts.slow, slow) }] : []),
      ...(parts.soak ? [{ heading: parts.soak.title, results: judgeSoak(parts.soak) }] : []),
      ...(saves > 0
        ? [{ heading: 'Después de detener el servidor', results: [judgeLost(lost, saves)] }]
        : []),
    ],
    tables: [
      {
        heading: 'Junto a sus límites',
        columns: ['Qué', 'Butaca por segundo', 'Límite por segundo', 'Proporción'],
        rows: [
          [
            'Guardar el progreso; límite: PostgreSQL, una transacción por guardado, 10 conexiones',
            rates.saves,
            rates.databaseSaves,
            rates.saves / rates.databaseSaves,
          ],
          [
            'Una respuesta casi vacía con sesión; límite: node:http con los mismos bytes',
            rates.answers,
            rates.rawAnswers,
            rates.answers / rates.rawAnswers,
          ],
        ],
        note: 'Lo más que se consigue con wrk en la misma máquina y sesión. Butaca escribe en una transacción los guardados que llegan a la vez, y por eso puede superar a PostgreSQL con una transacción por guardado.',
      },
      ...(parts.slow ? [tableOfSlow(slow)] : []),
    ],
  };
}

const slowNames = {
  headers: 'cabeceras, un byte por segundo',
  body: 'cuerpo, un byte por segundo',
  read: 'leen 64 bytes por segundo',
};
const tableOfSlow = (slow) => ({
  heading: 'Conexiones lentas',
  columns: ['Cómo', 'Abiertas', 'Cortadas por el servidor', 'La que más duró, s'],
  rows: Object.entries(slow).map(([kind, { opened, ended, longestSeconds }]) => [
    slowNames[kind],
    opened,
    ended,
    longestSeconds,
  ]),
  note: 'Cada conexión que el servidor corta se sustituye por otra. A quien lee despacio una respuesta corta el sistema se la guarda, y no ocupa al servidor.',
});

async function measureSeveral(options, provider, signal) {
  const { servers: count } = options;
  const { parts, kill, lost, scaling, complaints } = await measureCluster(options, provider, signal);
  const judgements = [{ heading: 'Caudal', results: judgeScaling(scaling, count) }];
  if (parts.load) {
    const { title, run } = parts.load;
    const results = kill ? judgeKill(parts.load, kill) : judgeLoad(parts.load);
    judgements.unshift({ heading: title, results: [...results, judgeLost(lost, run.saves)] });
  }
  return {
    title: `Informe de carga con ${count} servidores`,
    parts: Object.values(parts),
    judgements,
    tables: [
      {
        heading: `Caudal de ${count} servidores`,
        columns: ['Qué', 'Uno, por segundo', `${count}, por segundo`, 'Factor', 'Entre el de node:http'],
        rows: scaling.map(({ name, one, all, factor, share }) => [name, one, all, factor, share ?? '']),
        note: `Uno: el servidor, wrk, PostgreSQL y Redis en el mismo núcleo. ${count}: cada servidor con su wrk en un núcleo (${cpus().length} núcleos en total), y PostgreSQL y Redis en todos. El factor de node:http, medido igual, es lo que esta máquina permite.`,
      },
      {
        heading: 'Lo que anotó nginx',
        columns: ['Aviso', 'Veces'],
        rows: complaints,
        note: 'Durante la carga y la medida del caudal.',
      },
    ],
  };
}

/** @param {{ heading: string, results: import('./viewers/goals.mjs').Result[] }[]} judgements */
function printJudgements(judgements) {
  for (const { heading, results } of judgements) {
    console.log(`\n${heading}`);
    for (const { what, value, unit, most: highest, least, isMet } of results) {
      const limit = least === undefined ? '' : ` (≥ ${least})`;
      const goal = highest === undefined ? limit : ` (≤ ${highest})`;
      console.log(`${isMet ? '✓' : '✗'} ${what}: ${inSpanish(value)} ${unit}${goal}`);
    }
  }
  return judgements.flatMap(({ results }) => results);
}

await runCommand(async () => {
  const options = readOptions();
  requireTools('wrk', 'ffmpeg');
  const isCluster = options.servers !== undefined;
  if (isCluster) await prepareCluster();
  const interrupted = new AbortController();
  setMaxListeners(0, interrupted.signal);
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => interrupted.abort(new Stop('Interrumpido.')));
  printMachine();
  const provider = await startHlsProvider();
  let measured;
  try {
    const measure = isCluster ? measureSeveral : measureAlone;
    measured = await measure(options, provider, interrupted.signal);
  } finally {
    await provider[Symbol.asyncDispose]();
  }
  const results = printJudgements(measured.judgements);
  for (const { heading, columns, rows } of measured.tables) {
    console.log(`\n${heading}: ${columns.join(' · ')}`);
    for (const row of rows)
      console.log(`  ${row.map((cell) => (typeof cell === 'number' ? inSpanish(cell) : cell)).join(' · ')}`);
  }
  const name = isCluster ? `carga-${options.servers}-servidores.html` : 'carga.html';
  const file = options.report ?? fileURLToPath(new URL(`../docs/informes/${name}`, import.meta.url));
  const command = `npm run bench -- load ${process.argv.slice(2).join(' ')}`.trim();
  await writeReport(file, { ...measured, command, notes: sharedNotes });
  console.log(`\nInforme: ${file}`);
  if (results.some(({ isMet }) => !isMet)) process.exitCode = 1;
});
