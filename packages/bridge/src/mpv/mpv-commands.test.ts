import { describe, expect, it } from 'vitest';
import { playerMessages } from '../../test/tables.ts';
import { loadCommand, readMpvVersion, refuseCommand, refuseLine } from './mpv-commands.ts';

const { origin, allowed, refused } = playerMessages.mpv;
const url = `${origin}/api/stream/ficha/0`;

describe('refuseLine', () => {
  it.each(allowed)('passes %s on', (line) => {
    expect(refuseLine(line, origin)).toBeUndefined();
  });

  it.each(refused)('refuses $line: $why', ({ line, why }) => {
    expect(refuseLine(line, origin)).toBe(why);
  });
});

describe('loadCommand', () => {
  const source = { startTime: 12.5, title: 'Capítulo 2' };
  const options = { start: '12.500', 'force-media-title': 'Capítulo 2', 'access-references': 'no' };

  it('has its options in third place before mpv 0.38', () => {
    const version = readMpvVersion('mpv 0.35.1');
    expect(loadCommand(version, url, source)).toEqual(['loadfile', url, 'replace', options]);
  });

  it.each(['mpv 0.38.0', 'mpv v0.40.0-dirty', 'mpv 1.0.0', 'mpv git-2026-01-01-abcdef'])(
    'has an index before its options in %s',
    (version) => {
      expect(loadCommand(readMpvVersion(version), url, source)).toEqual([
        'loadfile',
        url,
        'replace',
        -1,
        options,
      ]);
    },
  );

  it.each([0, -5, Number.NaN, Number.POSITIVE_INFINITY])(
    'names no start for the position %d',
    (startTime) => {
      const version = readMpvVersion('mpv 0.35.1');
      expect(loadCommand(version, url, { ...source, startTime })).toEqual([
        'loadfile',
        url,
        'replace',
        { 'force-media-title': 'Capítulo 2', 'access-references': 'no' },
      ]);
    },
  );

  it.each([
    ['hls', 'yes'],
    ['dash', 'yes'],
    ['ts', 'no'],
    ['file', 'no'],
    ['HLS', 'no'],
    ['', 'no'],
    [undefined, 'no'],
  ])('lets mpv follow what a stream of the kind %s names: %s', (streamKind, follows) => {
    const command = loadCommand(readMpvVersion('mpv 0.35.1'), url, { ...source, streamKind });
    expect(command.at(-1)).toMatchObject({ 'access-references': follows });
    expect(refuseCommand(command, origin)).toBeUndefined();
  });

  it.each([
    ['with control characters', 'uno\ndos\u0000tres'],
    ['that is too long', '🎬'.repeat(400)],
    ['that is cut within a character', `${'a'.repeat(499)}🎬`],
    ['with half a character', '\ud83c'],
  ])('makes a title %s one that mpv may get', (_, title) => {
    const command = loadCommand(readMpvVersion('mpv 0.35.1'), url, { startTime: 0, title });
    expect(refuseCommand(command, origin)).toBeUndefined();
    expect(JSON.stringify(command)).not.toMatch(/\\u/);
  });
});
