import { describe, expect, it } from 'vitest';
import { readSubtitleFile, subtitleFileLimitBytes } from './subtitle-file.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
/** Encodes a text whose characters all exist in Windows-1252. */
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
  ])('makes WebVTT of SubRip in %s', (_what, bytes) => {
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
  ])('writes %s as WebVTT', (text, expected) => {
    expect(textOf(text)).toBe(expected);
  });

  it('keeps the settings of WebVTT', () => {
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

  it('refuses files beyond the limit', () => {
    const cue = '1\n00:00:01,000 --> 00:00:02,000\nHola\n';
    expect(readSubtitleFile(utf8(cue.padEnd(subtitleFileLimitBytes, '\n')))).toBeDefined();
    expect(readSubtitleFile(utf8(cue.padEnd(subtitleFileLimitBytes + 1, '\n')))).toBeUndefined();
  });
});
