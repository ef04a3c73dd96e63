import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../test/faults-of.ts';
import { address, idSchema, queryFlag, queryNumber, searchText, text } from './text.ts';

describe('a text field', () => {
  it('is trimmed at its ends, and keeps blanks inside', () => {
    expect(text(1, 20).parse('  La  casa \n')).toBe('La  casa');
    expect(text(0, 20).parse('   ')).toBe('');
  });

  it.each([
    ['tabs and line breaks of a description', 'uno\tdos\r\ntres'],
    ['emoji, which are pairs of surrogates', 'cine 🎬'],
    ['right-to-left text and accents', 'שלום ñandú'],
  ])('accepts %s', (_what, value) => {
    expect(text(1, 40).parse(value)).toBe(value);
  });

  it.each([
    ['NUL', 'a\u0000b'],
    ['a bell', 'a\u0007b'],
    ['a vertical tab', 'a\u000bb'],
    ['an escape sequence', '\u001b[31mrojo'],
    ['a delete', 'a\u007fb'],
    ['the first half of an emoji', 'a\ud83c'],
    ['the second half of an emoji', '\udfacb'],
  ])('refuses %s', (_what, value) => {
    expect(faultsOf(text(0, 40), value)).toEqual([': Contiene caracteres que no se admiten.']);
  });

  it('names its length limit, which includes the trimmed blanks', () => {
    expect(text(1, 5).parse('12345')).toBe('12345');
    expect(faultsOf(text(1, 5), '123456')).toEqual([': Admite como máximo 5 caracteres.']);
    expect(faultsOf(text(1, 5), '1    ')).toEqual([]);
    expect(faultsOf(text(1, 5), '     1')).toEqual([': Admite como máximo 5 caracteres.']);
  });

  it('is required when its minimum is one character after trimming', () => {
    expect(faultsOf(text(1, 5), '   ')).toEqual([': Este dato es obligatorio.']);
    expect(faultsOf(text(3, 9), ' ab ')).toEqual([': Debe tener al menos 3 caracteres.']);
  });

  it.each([7, null, undefined, true, [], ['a'], {}])('cannot be %o', (value) => {
    expect(faultsOf(text(0, 5), value)).toEqual([': Debe ser un texto.']);
  });

  it('reads its own result unchanged', () => {
    const schema = text(0, 100);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (value) => {
        const read = schema.safeParse(value);
        if (read.success) expect(schema.parse(read.data)).toBe(read.data);
      }),
    );
  });
});

describe('searchText', () => {
  it.each(['a', ' 9 ', '¿qué?', '*ñ*', '日本', '٣', ''])('accepts the search %j', (value) => {
    expect(searchText(0, 20).parse(value)).toBe(value.trim());
  });

  it.each(['%', '_', '...', '¿?', '--', "'", '🎬'])(
    'refuses %j, which has neither letter nor digit',
    (value) => {
      expect(faultsOf(searchText(0, 20), value)).toEqual([': Escribe al menos una letra o un número.']);
    },
  );

  it('is required when a search needs words', () => {
    expect(faultsOf(searchText(1, 20), '  ')).toEqual([': Este dato es obligatorio.']);
  });
});

describe('queryNumber', () => {
  const page = queryNumber(1, 50, 7);

  it.each([
    ['1', 1],
    ['50', 50],
    ['007', 7],
    [undefined, 7],
  ])('reads %j as %d', (given, number) => {
    expect(page.parse(given)).toBe(number);
  });

  it.each(['0', '51', '99999999999999999999'])('refuses %s, which is out of bounds', (given) => {
    expect(faultsOf(page, given)).toEqual([': Debe estar entre 1 y 50.']);
  });

  it.each(['', ' 1', '1 ', '-1', '+1', '1.0', '1e3', '0x10', '1_000', '١', 'NaN', '1\n', '9'.repeat(101)])(
    'refuses %j, which is not made of decimal digits',
    (given) => {
      expect(faultsOf(page, given)).toContain(': Debe ser un número entero.');
    },
  );

  it('refuses a parameter that is sent twice', () => {
    expect(faultsOf(page, ['1', '2'])).toEqual([': Debe aparecer una sola vez.']);
  });
});

describe('queryFlag', () => {
  it.each([
    ['true', true],
    ['false', false],
    [undefined, false],
  ])('reads %j as %o', (given, flag) => {
    expect(queryFlag.parse(given)).toBe(flag);
  });

  it.each(['', '1', 'yes', 'TRUE', ['true', 'true']])('refuses %o', (given) => {
    expect(faultsOf(queryFlag, given)).toEqual([': Debe ser true o false.']);
  });
});

describe('idSchema', () => {
  it.each(['1', '9007199254740993', 'a-b_C', 'x'.repeat(64)])('accepts %s', (id) => {
    expect(idSchema.parse(id)).toBe(id);
  });

  it.each(['', 'x'.repeat(65), 'a b', 'a/b', '../a', "1'--", 'ñ', '1\n', '%00'])('refuses %j', (id) => {
    expect(faultsOf(idSchema, id)).toEqual([': No es un identificador válido.']);
  });

  it('refuses a number, which may have lost digits', () => {
    expect(faultsOf(idSchema, 12)).toEqual([': Debe ser un identificador.']);
  });
});

describe('an http address', () => {
  const web = address(['http', 'https'], 100);
  const refusal = ': Debe ser una dirección completa que empiece por http://, https://.';

  it.each([
    'http://tv.example',
    'https://tv.example/',
    'HTTPS://TV.example/Canal',
    'http://tv.example:8080/live/user/pass/1.ts',
    'http://user:pass@tv.example/1',
    'http://192.0.2.1/x',
    'http://[2001:db8::1]:8080/x',
    'https://tv.example?canal=1',
    'https://tv.example#t=1',
    'https://tv.example/ñ/日本',
  ])('accepts %s', (value) => {
    expect(web.parse(value)).toBe(value);
  });

  it('writes blanks inside a path as %20', () => {
    expect(web.parse('http://tv.example/Mi película.mp4?a=b c')).toBe(
      'http://tv.example/Mi%20película.mp4?a=b%20c',
    );
  });

  it('trims blanks around a pasted address', () => {
    expect(web.parse(' \thttp://tv.example/1\n')).toBe('http://tv.example/1');
  });

  it.each([
    '',
    'tv.example/1',
    '//tv.example/1',
    'http:/tv.example',
    'http://',
    'http:///ruta',
    'http://?a',
    'http://user@',
    'http://tv.example:123456/',
    'http://tv.example:puerto/',
    'http://tv example/1',
    'http://tv.example/a http://tv.example/b',
    'http://tv.example/a\tb',
    'http://tv.example/a\u0000',
    'http://tv.example/\ud83c',
    'http://[tv.example]/',
    'http://a@b@c/',
    'ftp://tv.example/1',
    'rtmp://tv.example/1',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    ' ',
  ])('refuses %j', (value) => {
    expect(faultsOf(web, value)).toEqual([refusal]);
  });

  it('names its length limit, and refuses anything but a string', () => {
    const long = `http://tv.example/${'x'.repeat(100)}`;
    expect(faultsOf(web, long)).toEqual([': Admite como máximo 100 caracteres.']);
    expect(faultsOf(web, null)).toEqual([': Debe ser una dirección.']);
  });

  it('is validated in bounded time, however long and unusual the text', () => {
    const wide = address(['http'], 100_000);
    for (const value of [
      `http://${'a@'.repeat(40_000)}`,
      `http://[${':'.repeat(80_000)}`,
      'a+'.repeat(40_000),
    ]) {
      expect(wide.safeParse(value).success).toBe(false);
    }
  });
});
