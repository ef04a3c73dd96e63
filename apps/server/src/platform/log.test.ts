import { describe, expect, it } from 'vitest';
import { createLog, createRequestLog, redactText } from './log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog('debug', { write: (line) => lines.push(line) }));
  return lines.join('');
}

describe('the log', () => {
  it('hides stream tokens in paths', () => {
    expect(redactText('/api/stream/AbC-123_x/index.m3u8')).toBe('/api/stream/[token]/index.m3u8');
  });

  it('hides upstream addresses in errors', () => {
    const line = logged((log) => {
      log.error(
        { err: new Error('connect to http://user:clave@proveedor.tv:8080/live/user/clave/1.ts failed') },
        'x',
      );
    });
    expect(line).not.toMatch(/proveedor|clave/);
  });

  it('hides passwords and tokens in fields', () => {
    const line = logged((log) =>
      log.info({ password: 'clave', body: { token: 'ficha' }, headers: { authorization: 'ficha' } }, 'x'),
    );
    expect(line).not.toMatch(/"(?:clave|ficha)"/);
  });

  it('writes the id of a request in each line of its log and of the logs made from it, and in no other', () => {
    const lines = logged((log) => {
      const own = createRequestLog(log, 'petición-1');
      own.info({ status: 200 }, 'a');
      own.child({ part: 'b' }).warn('b');
      log.info('c');
    })
      .trim()
      .split('\n');
    expect(lines.map((line) => line.replace(/"(?:level|time)":"[^"]*",/g, '').trim())).toEqual([
      '{"reqId":"petición-1","status":200,"msg":"a"}',
      '{"part":"b","reqId":"petición-1","msg":"b"}',
      '{"msg":"c"}',
    ]);
  });

  it('keeps each entry on one line', () => {
    expect(
      logged((log) => log.info({ name: 'a\r\n{"level":"fatal"}\u001b[31m' }, 'x'))
        .trim()
        .split('\n'),
    ).toHaveLength(1);
  });

  it.each([
    ['/api/stream/abc/seg/1.ts?x=1', '/api/stream/[token]/seg/1.ts?x=1'],
    ['/api/stream/abc?x=1', '/api/stream/[token]?x=1'],
    ['/api/stream/abc/b7.ts?of=secreto', '/api/stream/[token]/b7.ts?of=[token]'],
    ['a /api/stream/abc b', 'a /api/stream/[token]'],
    ['get "https://tv.ejemplo/x?token=1" failed', 'get "https://[oculto]" failed'],
    ['rtmp://tv.ejemplo/x and HTTP://otra', 'rtmp://[oculto] and HTTP://[oculto]'],
    ['<http://tv.ejemplo/x>', '<http://[oculto]>'],
    ['at file:///app/server.js:1:2', 'at file:///app/server.js:1:2'],
    ['nada que ocultar: 12:30', 'nada que ocultar: 12:30'],
    ['+http://tv.ejemplo/x and 1http://otra', '+http://[oculto] and 1http://[oculto]'],
    ['file://http://tv.ejemplo/x', 'file://http://[oculto]'],
  ])('writes %j as %j', (text, written) => {
    expect(redactText(text)).toBe(written);
  });

  it('cuts the address of a request before it is redacted', () => {
    const url = `/api/videos?q=${'F+'.repeat(11_000)}http://usuario:clave@proveedor.tv/`;
    const line = logged((log) => log.info({ req: { method: 'GET', url } }, 'x'));
    const { req } = JSON.parse(line) as { req: { url: string } };
    expect(req.url).toBe(`${url.slice(0, 1_024)}…`);
  });

  it('shows no part of an address that is cut', () => {
    for (let before = 990; before < 1_030; before += 1) {
      const url = `${'a'.repeat(before)} http://usuario:clave@proveedor.tv/`;
      expect(logged((log) => log.info({ req: { method: 'GET', url } }, 'x'))).not.toContain('usuario');
      const path = `/${'a'.repeat(before)}/api/stream/secreto`;
      expect(logged((log) => log.info({ req: { method: 'GET', url: path } }, 'x'))).not.toMatch(/stream\/s/);
    }
  });

  it('cuts long messages of errors, and the chain of their causes', () => {
    let error = new Error('a'.repeat(100_000));
    for (let depth = 0; depth < 50; depth += 1) error = new Error('b'.repeat(100_000), { cause: error });
    expect(logged((log) => log.error({ err: error }, 'x')).length).toBeLessThan(6 * (4_096 + 16_384 + 200));
  });

  it('describes a request by its method, its address without a token, and its caller', () => {
    const req = {
      method: 'GET',
      url: '/api/stream/secreto/1.ts',
      ip: '10.0.0.1',
      headers: { cookie: 'secreta' },
    };
    expect(JSON.parse(logged((log) => log.info({ req, res: { statusCode: 206 } }, 'x')))).toMatchObject({
      level: 'info',
      req: { method: 'GET', url: '/api/stream/[token]/1.ts', ip: '10.0.0.1' },
      res: { status: 206 },
    });
  });

  it('describes a database error by its code and constraint, without row values', () => {
    const error = Object.assign(new Error('duplicate key'), {
      code: '23505',
      constraint: 'account_username_folded_key',
      detail: 'Key (username_folded)=(ana) already exists.',
      parameters: ['clave'],
    });
    const line = logged((log) => log.error({ err: error }, 'x'));
    expect(JSON.parse(line)).toMatchObject({
      err: { type: 'Error', code: '23505', constraint: 'account_username_folded_key' },
    });
    expect(line).not.toMatch(/ana|clave/);
  });

  it('includes the causes of an error, and hides the addresses in each', () => {
    const first = new TypeError('http://uno.tv/clave');
    const error = new Error('segundo', { cause: new Error('http://dos.tv/clave', { cause: first }) });
    const line = logged((log) => log.error({ err: error }, 'x'));
    expect(JSON.parse(line)).toMatchObject({
      err: { message: 'segundo', cause: { message: 'http://[oculto]', cause: { type: 'TypeError' } } },
    });
    expect(line).not.toMatch(/uno\.tv|dos\.tv|clave/);
    expect(logged((log) => log.error({ err: new Error('x', { cause: 'texto' }) }, 'x'))).not.toContain(
      '"cause"',
    );
  });

  it('says the time of each entry in UTC, and its level by name', () => {
    const entry = JSON.parse(logged((log) => log.info('x'))) as { time: string; level: string };
    expect(entry.time).toBe(new Date(entry.time).toISOString());
    expect(entry.level).toBe('info');
  });

  it('writes nothing below its level', () => {
    const lines: string[] = [];
    const log = createLog('warn', { write: (line) => lines.push(line) });
    log.info('nada');
    log.warn('algo');
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['algo']);
  });
});
