import { expect, it } from 'vitest';
import { convertedFilm, converted, convertLike, readConvertedFilm } from './converted-address.ts';
import { readConversionKey } from './conversion-key.ts';

const source = {
  address: 'http://uno.example/película.mkv',
  streamKind: 'file',
  userAgent: 'Reproductor/1.0',
  referrer: null,
} as const;
const other = { ...source, address: 'http://dos.example/x.mp4', userAgent: null };

it('is read as the address of its file, also as the gateway writes internal addresses', () => {
  const { address } = convertedFilm(source, true);
  expect(readConvertedFilm(address)).toBe(source.address);
  expect(readConvertedFilm(address.replace('internal:', 'internal://'))).toBe(source.address);
  expect(
    readConvertedFilm(converted('live', { source, canHevcTs: false, isTranscoded: false }).address),
  ).toBe(undefined);
  expect(readConvertedFilm('http://remux/index.m3u8')).toBeUndefined();
});

it('is made for another file in the same way, with the headers of that one', () => {
  const address = convertLike(convertedFilm(source, true).address, other) ?? '';
  expect(readConversionKey(address.split('/')[1] ?? '')).toMatchObject({ source: other, canHevcTs: true });
});

it('is not made for what ffmpeg is not given', () => {
  const { address } = convertedFilm(source, false);
  expect(convertLike(address, { ...other, streamKind: 'dash' })).toBeUndefined();
  expect(convertLike(address, { ...other, address: 'internal:demo/x.mp4' })).toBeUndefined();
  expect(convertLike('http://uno.example/x.mkv', other)).toBeUndefined();
});
