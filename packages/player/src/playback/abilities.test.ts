import { describe, expect, it, vi } from 'vitest';
import { findAbilities } from './abilities.ts';

/**
 * A fake browser for media support tests: it supports the media types that contain one of the given texts, and its
 * `canPlayType` returns `answer` for these types.
 */
const browser = (files: string[], parts?: string[], answer = 'probably') => ({
  canPlayType: (type: string) => (files.some((word) => type.includes(word)) ? answer : ''),
  isTypeSupported: parts && ((type: string) => parts.some((word) => type.includes(word))),
});

describe('findAbilities', () => {
  it('finds the abilities of Chromium without a decoder for HEVC and AC-3', () => {
    const both = ['avc1', 'webm', 'vp09', 'av01', 'mp4; codecs="opus"', 'mp4; codecs="flac"'];
    const abilities = findAbilities(browser([...both, 'audio/flac', 'matroska'], both));
    expect(abilities).toEqual(['mse', 'mkv', 'webm', 'vp9', 'av1', 'opus', 'flac']);
  });

  it('finds the abilities of Safari on an iPhone without Media Source Extensions', () => {
    expect(findAbilities(browser(['hvc1', 'ac-3', 'ec-3', 'flac']))).toEqual(['hevc', 'ac3', 'eac3', 'flac']);
  });

  it.each(['maybe', 'no', ''])('does not accept %j as support', (answer) => {
    expect(findAbilities(browser(['video', 'audio'], undefined, answer))).toEqual([]);
  });

  it('reports HEVC only when ten-bit video plays, as a file and in Media Source Extensions', () => {
    expect(findAbilities(browser(['hvc1.1'], ['hvc1.1']))).toEqual([]);
    expect(findAbilities(browser(['hvc1'], ['hvc1.1']))).toEqual(['hevc']);
    expect(findAbilities(browser([], ['hvc1']))).toEqual(['hevc-ts']);
  });

  it('reports AC-3 only when Media Source Extensions, where present, also play it', () => {
    expect(findAbilities(browser(['ac-3'], ['avc1']))).toEqual(['mse']);
    expect(findAbilities(browser(['ac-3'], ['ac-3']))).toEqual(['ac3']);
  });

  it('never queries support for HLS', () => {
    const canPlayType = vi.fn((_type: string) => 'probably');
    findAbilities({ canPlayType, isTypeSupported: () => true });
    expect(canPlayType.mock.calls.flat().filter((type) => /mpegurl/i.test(type))).toEqual([]);
  });
});
