import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSubtitleFile, subtitleFileLimitBytes } from './subtitle-file.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
/**
 * Encodes a text as the bytes of a Windows-1252 file; all its characters must have the same code there as in Unicode.
 */
const windows1252 = (text: string): Uint8Array =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));

const twoCues =
  '1\r\n00:00:01,000 --> 00:00:02,500\r\n¿Dónde está?\r\n\r\n2\r\n00:01:00,5 --> 01:00:02,000\r\n- Aquí.\r\n- ¡No!\r\n';
const twoCuesInVtt =
  'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n¿Dónde está?\n\n00:01:00.500 --> 01:00:02.000\n- Aquí.\n- ¡No!\n';

describe('readSubtitleFile', () => {
  it.each([
    ['UTF-8', utf8(twoCues)],
    ['UTF-8 with its mark', utf8(`\uFEFF${twoCues}`)],
    ['Windows-1252', windows1252(twoCues)],
    ['UTF-16', new Uint8Array(Uint16Array.from(`\uFEFF${twoCues}`, (c) => c.charCodeAt(0)).buffer)],
    ['old line ends', utf8(twoCues.replaceAll('\r\n', '\r'))],
    ['no blank lines', utf8(twoCues.replaceAll('\r\n\r\n', '\r\n'))],
    ['no numbers', utf8(twoCues.replace(/^[12]\r\n/gm, ''))],
  ])('converts SubRip in %s to WebVTT', (_what, bytes) => {
    expect(readSubtitleFile(bytes)).toBe(twoCuesInVtt);
  });

  const textOf = (text: string) =>
    readSubtitleFile(utf8(`1\n00:00:01,000 --> 00:00:02,000\n${text}\n`))
      ?.slice(8)
      .trim();

  it.each([
    ['<i>Lejos</i>, <B>ya</B>', '00:00:01.000 --> 00:00:02.000\n<i>Lejos</i>, <b>ya</b>'],
    ['<font color="#ff0000">Rojo</font>', '00:00:01.000 --> 00:00:02.000\nRojo'],
    ['{\\an8}Arriba', '00:00:01.000 --> 00:00:02.000 line:8%\nArriba'],
    ['2 < 3 & 4 --> 5', '00:00:01.000 --> 00:00:02.000\n2 &lt; 3 &amp; 4 → 5'],
    ['1984', '00:00:01.000 --> 00:00:02.000\n1984'],
    ['<img src=x onerror=alert(1)>Hola', '00:00:01.000 --> 00:00:02.000\nHola'],
  ])('converts %s to WebVTT', (text, expected) => {
    expect(textOf(text)).toBe(expected);
  });

  it('keeps the cue settings of WebVTT', () => {
    const vtt =
      'WEBVTT - de alguien\n\nSTYLE\n::cue { color: red }\n\n00:01.000 --> 00:02.000 align:start\nHola\n';
    expect(readSubtitleFile(utf8(vtt))).toBe(vtt);
  });

  it.each([
    ['nothing', ''],
    ['a list of channels', '#EXTM3U\n#EXTINF:-1,Uno\nhttp://a.example/1.ts\n'],
    ['a page', '<!doctype html><p>Inicia sesión</p>'],
    ['WebVTT without a cue', 'WEBVTT\n\nNOTE vacío\n'],
    ['times that go backwards', '1\n00:00:05,000 --> 00:00:01,000\nAyer\n'],
    ['a film', 'RIFF\0\0\0\0AVI LIST 00:00:01,000 --> 00:00:02,000\nno'],
  ])('finds no subtitles in %s', (_what, text) => {
    expect(readSubtitleFile(utf8(text))).toBeUndefined();
  });

  it('refuses files above the size limit', () => {
    const cue = '1\n00:00:01,000 --> 00:00:02,000\nHola\n';
    expect(readSubtitleFile(utf8(cue.padEnd(subtitleFileLimitBytes, '\n')))).toBeDefined();
    expect(readSubtitleFile(utf8(cue.padEnd(subtitleFileLimitBytes + 1, '\n')))).toBeUndefined();
  });

  const cuesOf = (text: string) =>
    readSubtitleFile(utf8(text))?.slice('WEBVTT\n\n'.length).trim().split('\n\n');

  it.each([
    ['1:2:3,4 --> 1:2:5', '01:02:03.400 --> 01:02:05.000'],
    ['00:00:01.25 --> 00:00:02,5', '00:00:01.250 --> 00:00:02.500'],
    ['  00:00:01,000-->00:00:02,000  X1:100', '00:00:01.000 --> 00:00:02.000'],
    ['99:59:58,999 --> 99:59:59,000', '99:59:58.999 --> 99:59:59.000'],
  ])('reads the times %s', (time, expected) => {
    expect(cuesOf(`1\n${time}\nHola\n`)).toEqual([`${expected}\nHola`]);
  });

  it.each([
    ['a cue without a text', '1\n00:00:01,000 --> 00:00:02,000\n\n2\n00:00:03,000 --> 00:00:04,000\nHola\n'],
    [
      'a cue of tags alone',
      '1\n00:00:01,000 --> 00:00:02,000\n<font></font>\n\n2\n00:00:03,000 --> 00:00:04,000\nHola',
    ],
    [
      'a cue that lasts no time',
      '1\n00:00:01,000 --> 00:00:01,000\nNo\n\n2\n00:00:03,000 --> 00:00:04,000\nHola',
    ],
    ['two times in a row', '00:00:01,000 --> 00:00:02,000\n00:00:03,000 --> 00:00:04,000\nHola'],
    ['a heading', 'Subtítulos de alguien\n\n00:00:03,000 --> 00:00:04,000\nHola'],
  ])('omits %s', (_what, text) => {
    expect(cuesOf(text)).toEqual(['00:00:03.000 --> 00:00:04.000\nHola']);
  });

  it('reads a number as text unless a time line follows it', () => {
    const text = '1\n00:00:01,000 --> 00:00:02,000\nSon\n1984\n2\n00:00:03,000 --> 00:00:04,000\nHola';
    expect(cuesOf(text)?.[0]).toBe('00:00:01.000 --> 00:00:02.000\nSon\n1984');
  });

  it.each([
    ['{\\a7}Arriba', ' line:8%\nArriba'],
    ['{\\an2}Abajo', '\nAbajo'],
    ['{\\i1}Inclinado{\\i0}', '\nInclinado'],
    ['<U>Uno</U> <s>dos</s>', '\n<u>Uno</u> dos'],
    ['AT&T &amp; &lt;tú&gt; &copy;', '\nAT&amp;T &amp; &lt;tú&gt; &amp;copy;'],
    ['a <- b', '\na &lt;- b'],
    ['<script>alert(1)</script>', '\nalert(1)'],
  ])('escapes %s so that it is text only', (text, expected) => {
    expect(cuesOf(`1\n00:00:01,000 --> 00:00:02,000\n${text}`)?.[0]).toBe(
      `00:00:01.000 --> 00:00:02.000${expected}`,
    );
  });

  it.each([
    ['with hours', 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHola\n'],
    ['with a tab after its name', 'WEBVTT\tde alguien\n\n00:01.000 --> 00:02.000\nHola\n'],
  ])('keeps WebVTT %s unchanged', (_what, vtt) => {
    expect(readSubtitleFile(utf8(vtt))).toBe(vtt);
    expect(readSubtitleFile(utf8(vtt.replaceAll('\n', '\r\n')))).toBe(vtt);
  });

  it('does not take a first line that only begins like WEBVTT for WebVTT', () => {
    const text = 'WEBVTTX\n\n00:00:01,000 --> 00:00:02,000\nHola';
    expect(cuesOf(text)).toEqual(['00:00:01.000 --> 00:00:02.000\nHola']);
  });

  it('decodes big-endian UTF-16', () => {
    const bytes = new Uint8Array(Uint16Array.from(`\uFEFF${twoCues}`, (c) => c.charCodeAt(0)).buffer);
    for (let at = 0; at < bytes.length; at += 2) bytes.subarray(at, at + 2).reverse();
    expect(readSubtitleFile(bytes)).toBe(twoCuesInVtt);
  });

  it('produces WebVTT that it reads back unchanged, for any cue text', () => {
    const start = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000';
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), (text) => {
        const vtt = readSubtitleFile(utf8(`1\n00:00:01,000 --> 00:00:02,000\n${text}\n`));
        if (vtt === undefined) return;
        expect(vtt.startsWith(start)).toBe(true);
        expect(vtt.slice(start.length)).not.toMatch(/-->|<(?!\/?[biu]>)/);
        expect(readSubtitleFile(utf8(vtt))).toBe(vtt);
      }),
    );
  });
});
