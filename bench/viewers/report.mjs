import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { kinds } from './behaviour.mjs';
import { seriesOf } from './goals.mjs';
import { drawPlot, escapeHtml, inSpanish } from './plot.mjs';
import { style } from './report-style.mjs';
import { elsewhere, processorShares } from './sampler.mjs';

/**
 * Writes what was measured as a page of HTML with plots, which needs no other file.
 *
 * @param {string} file
 * @param {object} measured
 * @param {string} measured.title
 * @param {string} measured.command
 * @param {import('./run-part.mjs').Part[]} measured.parts
 * @param {{ heading: string, results: import('./goals.mjs').Result[] }[]} measured.judgements
 * @param {string[]} measured.notes - sentences on what was measured, and how
 * @param {{ heading: string, columns: string[], rows: (string | number)[][], note: string }[]} measured.tables - further
 * tables
 */
export async function writeReport(file, { title, command, parts, judgements, notes, tables }) {
  const results = judgements.flatMap((judgement) => judgement.results);
  const missed = results.filter(({ isMet }) => !isMet).length;
  const verdict =
    missed === 0
      ? 'Todos los objetivos se cumplen.'
      : `${missed} de ${results.length} objetivos no se cumplen.`;
  const page = `<!doctype html>
<html lang="es">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
<main>
<h1>${escapeHtml(title)}</h1>
<p class="lead">${escapeHtml(verdict)}</p>
<dl>${describeMachine(command)
    .map(([name, value]) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`)
    .join('')}</dl>
<h2>Objetivos</h2>
${judgements.map(({ heading, results: own }) => drawTable(['', heading, 'Medido', 'Objetivo'], own.map(toGoalRow))).join('\n')}
<h2>Cómo se midió</h2>
<ul>${notes.map((note) => `<li>${escapeHtml(note)}</li>`).join('')}</ul>
${tables.map(({ heading, columns, rows, note }) => `<h2>${escapeHtml(heading)}</h2>\n${drawTable(columns, rows)}\n<p>${escapeHtml(note)}</p>`).join('\n')}
${parts.map(drawPart).join('\n')}
</main>
</html>
`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, page);
}

/** @returns {[string, string][]} */
function describeMachine(command) {
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain') !== '';
  return [
    ['Fecha', new Date().toISOString().replace('T', ' ').replace(/\..*/, ' UTC')],
    ['Máquina', `${cpus().length} × ${cpus()[0]?.model}, ${inSpanish(totalmem() / 2 ** 30)} GiB`],
    ['Node.js', process.version],
    ['Commit', `${git('rev-parse', '--short=10', 'HEAD')}${isChanged ? ' con cambios' : ''}`],
    ['Orden', command],
  ];
}

/** @param {import('./goals.mjs').Result} result */
function toGoalRow({ what, value, unit, most, least, isMet }) {
  const goal =
    most === undefined
      ? least === undefined
        ? ''
        : `≥ ${inSpanish(least)} ${unit}`
      : `≤ ${inSpanish(most)} ${unit}`;
  return [isMet ? '✓' : '✗', what, `${inSpanish(value)} ${unit}`, goal];
}

/** @param {string[]} columns @param {(string | number)[][]} rows */
function drawTable(columns, rows) {
  const cell = (value) => {
    if (typeof value === 'number') return `<td class="number">${inSpanish(value)}</td>`;
    const mark = { '✓': ' class="met"', '✗': ' class="missed"' }[value] ?? '';
    return `<td${mark}>${escapeHtml(value)}</td>`;
  };
  const head = columns
    .map((column, index) => {
      const isNumber = rows.some((row) => typeof row[index] === 'number');
      return `<th scope="col"${isNumber ? ' class="number"' : ''}>${escapeHtml(column)}</th>`;
    })
    .join('');
  const body = rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('\n');
  return `<div class="table" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}

/** With more cores lacking than this, figures say little of the product. */
const quietCores = 0.1;
const phaseNames = { load: '', before: 'Sin conexiones lentas', slow: 'Con conexiones lentas', soak: '' };

/** @param {import('./run-part.mjs').Part} part */
function drawPart(part) {
  const { title, viewers, run, samples } = part;
  const seconds = lengthOf(run);
  const tables = Object.entries(run.phases).map(
    ([phase, figures]) =>
      `${phaseNames[phase] ? `<h3>${phaseNames[phase]}</h3>` : ''}${drawTable(
        ['', 'Respuestas', 'p50 ms', 'p95 ms', 'p99 ms', 'máx. ms', '5xx', 'otros fallos'],
        Object.entries(figures)
          .filter(([, { count }]) => count > 0)
          .map(([kind, { count, p50, p95, p99, max, serverErrors, otherErrors }]) => [
            kinds[kind].name,
            count,
            p50,
            p95,
            p99,
            max,
            serverErrors,
            otherErrors,
          ]),
      )}`,
  );
  return `<section><h2>${escapeHtml(title)}</h2>
<p>${inSpanish(viewers)} espectadores, ${inSpanish(seconds)} segundos; ${inSpanish(run.saves)} guardados confirmados. El generador envió con
un retraso de ${inSpanish(run.lateMs.p99)} ms (p99), que también cuenta en las latencias.${describeNoise(samples)}</p>
${tables.join('\n')}
<div class="plots">${drawPlots(part, seconds).join('\n')}</div>
<h3>Reparto de los procesadores</h3>
${drawTable(['Procesos', 'Núcleos'], processorShares(samples))}
</section>`;
}

/** A sentence when the machine was not quiet. @param {import('./sampler.mjs').Sample[]} samples */
function describeNoise(samples) {
  const lacked = processorShares(samples).filter(([name]) => Object.values(elsewhere).includes(name));
  const cores = lacked.reduce((sum, [, share]) => sum + share, 0);
  if (cores < quietCores) return '';
  return ` <strong>La máquina no estaba tranquila: otros programas, o el anfitrión, ocuparon ${inSpanish(cores)} de los ${cpus().length} núcleos.</strong>`;
}

/** @param {import('./run-part.mjs').Part} part @param {number} seconds */
function drawPlots(part, seconds) {
  const { run, samples, marks } = part;
  const shared = { seconds, marks };
  const rowsOf = (kind, key) =>
    run.perSecond[kind].filter(({ count }) => count > 0).map((row) => [row.second, row[key]]);
  const used = Object.keys(kinds).filter((kind) => run.perSecond[kind].length > 0);
  const sum = (choose) => {
    const totals = Array.from({ length: Math.ceil(seconds) + 1 }, () => 0);
    for (const rows of Object.values(run.perSecond))
      for (const row of rows) totals[row.second] += choose(row);
    return totals.slice(0, Math.floor(seconds)).map((total, second) => [second, total]);
  };
  const servers = samples[0]?.servers.map((_server, index) => index) ?? [];
  const perServer = (key, name) =>
    servers.map((index) => ({
      name: servers.length === 1 ? name : `${name} ${index + 1}`,
      points: seriesOf(part, key, index),
    }));
  return [
    drawPlot({
      ...shared,
      title: 'Guardar el progreso: latencia por segundo',
      unit: 'ms',
      isLog: true,
      goal: kinds.save.goalMs,
      series: ['p50', 'p95', 'p99'].map((key) => ({ name: key, points: rowsOf('save', key) })),
    }),
    drawPlot({
      ...shared,
      title: 'Lo demás: latencia por segundo (p95)',
      unit: 'ms',
      isLog: true,
      series: ['home', 'page', 'image', 'title', 'search', 'login']
        .filter((kind) => used.includes(kind))
        .map((kind) => ({ name: kinds[kind].name, points: rowsOf(kind, 'p95') })),
    }),
    drawPlot({
      ...shared,
      title: 'Peticiones por segundo',
      unit: 'por segundo',
      series: [
        { name: 'todas', points: sum(({ count }) => count) },
        { name: kinds.save.name, points: rowsOf('save', 'count') },
      ],
    }),
    drawPlot({
      ...shared,
      title: 'Fallos por segundo',
      unit: 'por segundo',
      series: [
        { name: '5xx', points: sum(({ serverErrors }) => serverErrors) },
        { name: 'otros', points: sum(({ otherErrors }) => otherErrors) },
      ],
    }),
    drawPlot({
      ...shared,
      title: 'Memoria del servidor',
      unit: 'MB',
      series: [...perServer('rss', 'RSS'), ...perServer('heap', 'montón')],
    }),
    drawPlot({
      ...shared,
      title: 'Retraso del bucle de eventos (p99)',
      unit: 'ms',
      series: perServer('lagP99', 'servidor'),
    }),
    drawPlot({ ...shared, title: 'Procesadores', unit: 'núcleos ocupados', series: processorSeries(part) }),
    drawPlot({
      ...shared,
      title: 'Objetos y archivos abiertos',
      unit: '',
      series: [...perServer('handles', 'objetos'), ...perServer('files', 'archivos')],
    }),
  ];
}

/** @param {import('./run-part.mjs').Part['run']} run */
function lengthOf({ perSecond }) {
  const ends = Object.values(perSecond).map((rows) => rows.at(-1)?.second ?? 0);
  return ends.reduce((most, end) => Math.max(most, end), 0) + 1;
}

/** How many cores each group of processes used over time. @param {import('./run-part.mjs').Part} part */
function processorSeries({ run, samples }) {
  return processorShares(samples).map(([name]) => ({
    name,
    points: samples.slice(1).map((sample, index) => {
      const before = samples[index];
      const used = (sample.cpuSeconds[name] ?? Number.NaN) - (before.cpuSeconds[name] ?? 0);
      const seconds = (sample.atMs - before.atMs) / 1_000;
      return [(sample.atMs - run.startedAtMs) / 1_000, used < 0 ? Number.NaN : used / seconds];
    }),
  }));
}
