import { expect, it } from 'vitest';
import { listTags } from './entry-words.ts';

const nothing = {
  tipo: 'pelicula' as const,
  isChosen: false,
  doubt: null,
  languages: [],
  quality: null,
  country: null,
  edition: null,
  isAdult: false,
  form: null,
};

it.each([
  [{}, []],
  [{ languages: ['es-419', 'en', 'sub-es'] }, ['Latino', 'Inglés', 'Subtitulada']],
  [{ languages: ['pt', 'sub-pt'] }, ['Portugués', 'Subtitulada en portugués']],
  [{ quality: 'FHD', country: 'mx', edition: 'Versión extendida' }, ['FHD', 'México', 'Versión extendida']],
  [{ isAdult: true, languages: ['?'], country: '??' }, ['?', '??', 'Para adultos']],
])('names what an entry with %o says', (reading, tags) => {
  expect(listTags({ ...nothing, ...reading })).toEqual(tags);
});
