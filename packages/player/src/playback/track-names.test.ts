import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTrackFor, nameTrack, nameTracks, readLanguage } from './track-names.ts';

describe('nameTrack', () => {
  it.each([
    ['es-419', 'Spanish', 'Español (Latinoamérica)'],
    ['es-419', '', 'Español (Latinoamérica)'],
    ['es-ES', 'Spanish', 'Español (España)'],
    ['es_ES', '', 'Español (España)'],
    ['spa', 'Latino', 'Español (Latinoamérica)'],
    ['es', 'Español LATAM 5.1', 'Español (Latinoamérica)'],
    ['es', 'Español latinoamericano', 'Español (Latinoamérica)'],
    ['spa', 'Castellano', 'Español (España)'],
    ['es', 'Español (España)', 'Español (España)'],
    ['es', 'Español', 'Español'],
    ['spa', '', 'Español'],
    ['es-MX', 'Audio 1', 'Español (México)'],
    ['', 'Latino', 'Español (Latinoamérica)'],
    ['', 'castellano', 'Español (España)'],
    ['und', 'English 5.1', 'Inglés'],
    ['eng', 'Stereo', 'Inglés'],
    ['fre', '', 'Francés'],
    ['por', 'Português', 'Portugués'],
    ['pt-BR', '', 'Portugués (Brasil)'],
    ['jpn', 'Original', 'Japonés'],
    ['en', 'Latin jazz', 'Inglés'],
    ['en', "Director's commentary", 'Inglés · comentarios'],
    ['spa', 'Forzados', 'Español · forzados'],
    ['es-419', 'Español (SDH)', 'Español (Latinoamérica) · para sordos'],
    ['es', 'Audiodescripción', 'Español · audiodescripción'],
    ['', 'Pista principal', 'Pista principal'],
    ['und', '', 'Audio'],
    ['no-es-una-etiqueta!', '', 'Audio'],
    ['x-archivo', 'peli.latino.srt', 'peli.latino.srt'],
  ])('returns for the tag «%s» and the label «%s» «%s»', (language, label, expected) => {
    expect(nameTrack({ language, label }, 'Audio')).toBe(expected);
  });

  it.each([
    ['', 'Español', 'Español'],
    ['', 'spanish', 'Español'],
    ['', 'Inglés 5.1', 'Inglés'],
    ['', 'Galego', 'Galego'],
    ['', 'Gallego', 'Gallego'],
    ['', 'Euskera', 'Euskera'],
    ['', 'Catalán', 'Catalán'],
    ['', 'Japonés (original)', 'Japonés'],
    ['', 'Deutsch', 'Deutsch'],
    ['', 'German', 'Alemán'],
    ['', 'Españolito', 'Españolito'],
    ['mul', '', 'Audio'],
    ['zxx', 'Sin diálogos', 'Sin diálogos'],
    ['qaa', '', 'Audio'],
    ['und-x-a', '', 'Audio'],
    ['en_US', '', 'Inglés (Estados Unidos)'],
    ['EN', '', 'Inglés'],
    ['e', '', 'Audio'],
    ['english', '', 'Audio'],
    ['es-', '', 'Audio'],
    ['es-419', 'Castellano', 'Español (Latinoamérica)'],
    ['es', 'América', 'Español (Latinoamérica)'],
    ['es', 'Mexicano', 'Español (Latinoamérica)'],
    ['es', 'European Spanish', 'Español (España)'],
    ['es', 'Peninsular', 'Español (España)'],
    ['en', 'Audio description', 'Inglés · audiodescripción'],
    ['en', 'English CC', 'Inglés · para sordos'],
    ['en', 'Commentary, forced', 'Inglés · comentarios · forzados'],
    ['x-mio', ' Notas ', 'Notas'],
    ['', '  ', 'Audio'],
  ])('returns for the variant tag «%s» and the label «%s» «%s» too', (language, label, expected) => {
    expect(nameTrack({ language, label }, 'Audio')).toBe(expected);
  });

  it('keeps a name that it has produced itself', () => {
    const named = nameTrack({ language: 'spa', label: 'Latino' }, 'Audio');
    expect(nameTrack({ language: 'spa', label: named }, 'Audio')).toBe(named);
  });
});

describe('nameTracks with two Spanish and two unnamed tracks', () => {
  it('numbers repeated names', () => {
    const tracks = [{ language: 'es-419' }, { language: 'spa', label: 'latino' }, { label: '' }, {}];
    expect(nameTracks(tracks, 'Audio')).toEqual([
      'Español (Latinoamérica)',
      'Español (Latinoamérica) 2',
      'Audio',
      'Audio 2',
    ]);
  });
});

describe('nameTracks with arbitrary tracks', () => {
  it('gives every track a different name', () => {
    const track = fc.record({
      label: fc.constantFrom('', 'Español', 'Español 2', 'Audio', 'Audio 2', 'Latino'),
      language: fc.constantFrom('', 'es', 'en', 'und', 'x-a'),
    });
    fc.assert(
      fc.property(fc.array(track, { maxLength: 12 }), (tracks) => {
        const names = nameTracks(tracks, 'Audio');
        expect(names).toHaveLength(tracks.length);
        expect(new Set(names).size).toBe(tracks.length);
      }),
    );
  });
});

describe('findTrackFor', () => {
  const latin = { language: 'spa', label: 'Latino' };
  const european = { language: 'es-ES', label: '' };
  const mexican = { language: 'es-MX', label: '' };
  const english = { language: 'en', label: '' };
  const commentary = { language: 'es-419', label: 'Comentarios' };

  it.each([
    ['the same language', [english, european, latin], 'es-419', latin],
    ['a neighbour of the same side', [english, european, mexican], 'es-419', mexican],
    ['the other Spanish before none', [english, european], 'es-419', european],
    ['a Spanish where no variant was chosen', [english, european], 'es', european],
    ['what is said, not what is said about it', [commentary, european], 'es-419', european],
    ['nothing for a language that is not there', [english, european], 'ja', undefined],
    ['nothing for tracks of no language', [{ label: '' }], 'es', undefined],
  ])('finds %s', (_what, tracks, wanted, expected) => {
    expect(findTrackFor(tracks, wanted)).toBe(expected);
  });

  it('gets an empty language from readLanguage when neither tag nor label names one', () => {
    expect(readLanguage({ label: 'Pista 1' })).toBe('');
  });
});
