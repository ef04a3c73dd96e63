import { expect, it } from 'vitest';
import { momentInWords } from '../../../platform/moment.ts';
import { contentsInWords } from './backup-words.ts';

it.each([
  [{ accounts: 1, channels: 1, videos: 1 }, '1 usuario · 1 canal · 1 VOD'],
  [{ accounts: 0, channels: 0, videos: 0 }, '0 usuarios · 0 canales · 0 VODs'],
  [{ accounts: 12_040, channels: 60, videos: 2 }, '12.040 usuarios · 60 canales · 2 VODs'],
])('describes the contents %j of a backup as «%s»', (contents, expected) => {
  expect(contentsInWords(contents)).toBe(expected);
});

it('joins the counts of a backup into a sentence on request', () => {
  expect(contentsInWords({ accounts: 2, channels: 1, videos: 3 }, ', ')).toBe('2 usuarios, 1 canal, 3 VODs');
});

it('writes the moment of a backup with its day and minute, without seconds', () => {
  expect(momentInWords('2026-11-23T12:34:56Z')).toMatch(/^23 nov 2026, \d{1,2}:34$/);
});
