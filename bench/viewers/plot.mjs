/** The colours of the lines of a plot, in their order. */
const colours = ['#00e5ff', '#ffe066', '#ff6b6b', '#b197fc', '#51d88a', '#ffa94d'];
const goalColour = '#8f98ad';
/** The size of the drawing, which is stretched to its place on the page. */
const [width, height] = [1_000, 200];

/** @param {unknown} text */
export const escapeHtml = (text) =>
  String(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/**
 * Formats a number in Spanish: with more digits the smaller it is.
 *
 * @param {number} value
 */
export function inSpanish(value) {
  if (!Number.isFinite(value)) return '–';
  const maximumFractionDigits = Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0;
  return new Intl.NumberFormat('es', { maximumFractionDigits, useGrouping: 'always' }).format(value);
}

/**
 * Draws lines over time as a figure in HTML with an inline SVG. Lines are interrupted where a point has no finite value.
 *
 * @param {object} given
 * @param {string} given.title
 * @param {string} given.unit - of the values
 * @param {number} given.seconds - the length of the time axis
 * @param {{ name: string, points: readonly (readonly [second: number, value: number])[] }[]} given.series
 * @param {{ second: number, text: string }[]} [given.marks] - vertical lines with a text
 * @param {number} [given.goal] - a horizontal line: the highest accepted value
 * @param {boolean} [given.isLog] - whether the values have a logarithmic axis, from 1 on
 * @returns {string} HTML
 */
export function drawPlot({ title, unit, seconds, series, marks = [], goal, isLog = false }) {
  const values = series.flatMap(({ points }) => points.map(([, value]) => value)).filter(Number.isFinite);
  const highest = values.reduce((most, value) => Math.max(most, value), goal ?? 0);
  const ticks = isLog ? logTicks(highest) : linearTicks(highest);
  const top = ticks.at(-1);
  const shareOf = (value) => (isLog ? Math.log10(Math.max(value, 1)) / Math.log10(top) : value / top);
  const x = (second) => ((second / seconds) * width).toFixed(1);
  const y = (value) => (height - Math.min(shareOf(value), 1) * height).toFixed(1);
  const pathOf = (points) => {
    let isDown = false;
    return points
      .map(([second, value]) => {
        if (!Number.isFinite(value)) {
          isDown = false;
          return '';
        }
        const command = isDown ? 'L' : 'M';
        isDown = true;
        return `${command}${x(second)} ${y(value)}`;
      })
      .join('');
  };
  const line = (attributes) => `<path ${attributes} vector-effect="non-scaling-stroke"/>`;
  const drawing = [
    ...ticks.map((tick) => line(`class="grid" d="M0 ${y(tick)}H${width}"`)),
    ...(goal === undefined ? [] : [line(`class="goal" d="M0 ${y(goal)}H${width}" stroke="${goalColour}"`)]),
    ...marks.map(({ second }) => line(`class="mark" d="M${x(second)} 0V${height}"`)),
    ...series.map(({ points }, index) =>
      line(`d="${pathOf(points)}" stroke="${colours[index % colours.length]}"`),
    ),
  ];
  const key = series.map(
    ({ name }, index) =>
      `<span><i style="background:${colours[index % colours.length]}"></i>${escapeHtml(name)}</span>`,
  );
  if (goal !== undefined) key.push(`<span><i class="dashed"></i>objetivo ${inSpanish(goal)} ${unit}</span>`);
  key.push(...marks.map(({ second, text }) => `<span>↑ ${inSpanish(second)} s: ${escapeHtml(text)}</span>`));
  const labels = ticks.map(
    (tick) => `<b style="bottom:${(shareOf(tick) * 100).toFixed(1)}%">${inSpanish(tick)}</b>`,
  );
  return `<figure>
<figcaption>${escapeHtml(title)} <small>${escapeHtml(unit)}</small></figcaption>
<div class="plot"><div class="ticks" aria-hidden="true">${labels.join('')}</div>
<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${escapeHtml(title)}">${drawing.join('')}</svg>
<div class="times" aria-hidden="true">${timeLabels(seconds)}</div></div>
<div class="key">${key.join('')}</div>
</figure>`;
}

/** Four equal steps of a round size. @param {number} highest */
function linearTicks(highest) {
  const rough = Math.max(highest, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) * power;
  return [0, 1, 2, 3, 4].map((count) => count * step);
}

/** Powers of ten. @param {number} highest */
function logTicks(highest) {
  const powers = Math.max(2, Math.ceil(Math.log10(Math.max(highest, 1))));
  return Array.from({ length: powers + 1 }, (_item, power) => 10 ** power);
}

function timeLabels(seconds) {
  const isLong = seconds > 300;
  return [0, 0.25, 0.5, 0.75, 1]
    .map(
      (share) => `<span>${inSpanish((seconds * share) / (isLong ? 60 : 1))} ${isLong ? 'min' : 's'}</span>`,
    )
    .join('');
}
