import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isOpenWithoutTls, sayRefusal, sayStarted, type StartReport } from './start-report.ts';

const report: StartReport = {
  addresses: ['http://localhost:3000'],
  isOpenWithoutTls: false,
  database: 'Postgres propio',
  converter: { described: 'ffmpeg 5.1.9' },
  admin: undefined,
  demoAccounts: undefined,
  notices: [],
  elapsedMs: 2_345,
};

let printed = '';
beforeEach(() => {
  printed = '';
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      printed += String(text);
      return true;
    });
  }
});
afterEach(() => void vi.restoreAllMocks());

function said(more: Partial<StartReport>): string {
  sayStarted({ ...report, ...more });
  return printed;
}

describe('the report at the start', () => {
  it('says where the product is, which database it uses, and how to stop it', () => {
    const text = said({ addresses: ['http://localhost:3000', 'http://192.168.1.7:3000'] });
    expect(text).toContain('Butaca está en marcha (2.3 s)');
    expect(text).toContain(
      'Ábrela en        http://localhost:3000\n  Ábrela en        http://192.168.1.7:3000\n',
    );
    expect(text).toContain('Base de datos    Postgres propio');
    expect(text).toContain('Conversión       ffmpeg 5.1.9');
    expect(text).toMatch(/Para parar: Ctrl\+C\n\n$/);
    expect(text).not.toMatch(/TLS|Contraseña|Administrador|demostración|undefined/);
  });

  it('tells what the operator should know', () => {
    const notice = 'REDIS_ULR no es un ajuste de Butaca y no se lee: ¿querías decir REDIS_URL?';
    expect(said({ notices: [notice] })).toContain(`\n  Atención         ${notice}\n`);
  });

  it('says that passwords travel readably where other machines reach the server without TLS', () => {
    const text = said({ isOpenWithoutTls: true });
    expect(text).toContain('Sin TLS          Se llega desde otras máquinas por http');
    expect(text).toContain('PUBLIC_URL');
  });

  it.each([
    ['0.0.0.0', undefined, true],
    ['::', 'http://tv.ejemplo.com', true],
    ['192.168.1.7', undefined, true],
    ['0.0.0.0', 'https://tv.ejemplo.com', false],
    ['127.0.0.1', undefined, false],
    ['localhost', undefined, false],
    ['::1', undefined, false],
  ])(
    'takes a server at %s with the public address %s for open without TLS: %s',
    (host, publicUrl, isOpen) => {
      expect(isOpenWithoutTls(host, publicUrl)).toBe(isOpen);
    },
  );

  it('says what does not work without ffmpeg', () => {
    expect(said({ converter: undefined })).toContain(
      'sin ffmpeg: algunos archivos no se verán en el navegador',
    );
  });

  it('says that ffmpeg has not answered yet, which is not that there is none', () => {
    const text = said({ converter: 'unknown' });
    expect(text).toContain('Conversión       ffmpeg todavía no responde: se sigue comprobando');
    expect(text).not.toContain('sin ffmpeg');
  });

  it('shows a generated password, and says that it is not shown again', () => {
    const text = said({ admin: { username: 'admin', generatedPassword: 'bacadafe-gilomane' } });
    expect(text).toMatch(
      /Administrador {4}admin\n {2}Contraseña {7}bacadafe-gilomane\n.*no volverá a mostrarse/,
    );
  });

  it('does not show a password that the operator chose', () => {
    const text = said({ admin: { username: 'jefa', generatedPassword: undefined } });
    expect(text).toContain('Administrador    jefa');
    expect(text).not.toContain('Contraseña');
  });

  it('lists the accounts of the demo in columns, with their plans', () => {
    const text = said({
      demoAccounts: [
        { username: 'demo-gplay', password: 'uno', role: 'user', plan: 'gplay' },
        { username: 'demo-admin-1', password: 'dos', role: 'admin', plan: 'premium' },
      ],
    });
    expect(text).toContain('    demo-gplay    uno  plan gplay\n    demo-admin-1  dos  administrador\n');
    expect(text).toContain('npm run demo:remove');
  });
});

describe('the refusal on the terminal', () => {
  it('says that the server did not start, and why', () => {
    sayRefusal('La configuración no es válida:\n  PORT debe estar entre 0 y 65535.');
    expect(printed).toBe(
      '\n  Butaca no ha arrancado.\n  La configuración no es válida:\n    PORT debe estar entre 0 y 65535.\n\n',
    );
  });

  it('names another action that was not done', () => {
    sayRefusal('Ya existe.', 'No se ha hecho la copia.');
    expect(printed).toBe('\n  No se ha hecho la copia.\n  Ya existe.\n\n');
  });
});
