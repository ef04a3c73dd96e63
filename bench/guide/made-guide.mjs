/**
 * Makes guides like those of large providers, the same in each run: texts of invented Spanish, times with offsets, numbers
 * of episodes, categories and pictures.
 */
const programmesOfChannel = 404;
const lengthMs = 3_000_000;
/** Of how many words texts are made: with few, a packed guide would be much smaller than real ones are. */
const vocabulary = 20_000;

const categories = ['Cine', 'Series', 'Deportes', 'Noticias', 'Infantil', 'Documentales', 'Música'];
const syllables = [
  'ba',
  'co',
  'da',
  'fe',
  'gui',
  'lo',
  'ma',
  'ne',
  'pi',
  'ra',
  'so',
  'tu',
  've',
  'ción',
  'ña',
  'lla',
  'tre',
  'que',
];

/**
 * The parts of a guide, one for each channel.
 *
 * @param {{ channels: number, fromMs: number, descriptionWords: number }} form
 * @returns {Generator<string>}
 */
export function* makeGuide({ channels, fromMs, descriptionWords }) {
  const random = createRandom(39);
  const words = Array.from({ length: vocabulary }, () => makeWord(random));
  const some = (/** @type {number} */ count) => {
    let text = words[random() % vocabulary];
    for (let index = 1; index < count; index += 1) text += ` ${words[random() % vocabulary]}`;
    return text;
  };
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE tv SYSTEM "xmltv.dtd">\n<tv generator-info-name="bench">\n';
  for (let channel = 0; channel < channels; channel += 1) {
    yield `  <channel id="Canal${channel}.es">\n    <display-name lang="es">Canal ${channel} HD</display-name>\n    <icon src="http://logos.example/${channel}.png"/>\n  </channel>\n`;
  }
  for (let channel = 0; channel < channels; channel += 1) {
    let text = '';
    for (let index = 0; index < programmesOfChannel; index += 1) {
      const startMs = fromMs + index * lengthMs;
      text += `  <programme start="${timeOf(startMs)} +0100" stop="${timeOf(startMs + lengthMs)} +0100" channel="Canal${channel}.es">\n`;
      text += `    <title lang="es">${some(3)}</title>\n    <desc lang="es">${some(descriptionWords)}.</desc>\n`;
      text += `    <category lang="es">${categories[random() % categories.length]}</category>\n`;
      if (index % 3 === 0) {
        text += `    <episode-num system="xmltv_ns">${random() % 9}.${random() % 40}.</episode-num>\n`;
      }
      text += '  </programme>\n';
    }
    yield text;
  }
  yield '</tv>\n';
}

/** @param {number} channels */
export const programmesIn = (channels) => channels * programmesOfChannel;

/** A generator of numbers from 0 to 2³¹ − 1 (Lehmer's). @param {number} seed */
function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state;
  };
}

/** @param {() => number} random */
function makeWord(random) {
  const count = 1 + (random() % 4);
  return Array.from({ length: count }, () => syllables[random() % syllables.length]).join('');
}

/** @param {number} ms */
function timeOf(ms) {
  return new Date(ms + 3_600_000).toISOString().replace(/[-T:]/g, '').slice(0, 14);
}
