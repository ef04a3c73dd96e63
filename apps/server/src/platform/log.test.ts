import { describe, expect, it } from 'vitest';
import { createLog, redactText } from './log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog('debug', { write: (line) => lines.push(line) }));
  return lines.join('');
}

describe('the log', () => {
  it('takes stream tokens out of paths', () => {
    expect(redactText('/api/stream/AbC-123_x/index.m3u8')).toBe('/api/stream/[token]/index.m3u8');
  });

  it('takes upstream addresses out of errors', () => {
    const line = logged((log) => {
      log.error(
        { err: new Error('connect to http://user:clave@proveedor.tv:8080/live/user/clave/1.ts failed') },
        'x',
      );
    });
    expect(line).not.toMatch(/proveedor|clave/);
  });

  it('takes passwords and tokens out of fields', () => {
    const line = logged((log) =>
      log.info({ password: 'clave', body: { token: 'ficha' }, headers: { authorization: 'ficha' } }, 'x'),
    );
    expect(line).not.toMatch(/"(?:clave|ficha)"/);
  });

  it('keeps each entry on one line', () => {
    expect(
      logged((log) => log.info({ name: 'a\r\n{"level":"fatal"}\u001b[31m' }, 'x'))
        .trim()
        .split('\n'),
    ).toHaveLength(1);
  });
});
