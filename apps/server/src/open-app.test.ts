import { DatabaseStartError } from '@butaca/db';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refuse } from './open-app.ts';
import { ConfigError } from './platform/config.ts';
import { AppError } from './platform/http/app-error.ts';

let printed = '';
beforeEach(() => {
  printed = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
});
afterEach(() => void vi.restoreAllMocks());

const systemError = (code: string, syscall: string) =>
  Object.assign(new Error(`${syscall} ${code}`), { code, syscall });

it.each([
  [
    new ConfigError('La configuración no es válida:\n  PORT debe ser un número entero.'),
    'PORT debe ser un número entero.',
  ],
  [new DatabaseStartError('La base de datos no responde.'), 'La base de datos no responde.'],
  [systemError('EADDRINUSE', 'listen'), 'Ese puerto ya está en uso.'],
  [systemError('EADDRNOTAVAIL', 'listen'), 'No se puede escuchar en esa dirección.'],
  [systemError('EACCES', 'listen'), 'No se puede escuchar en esa dirección.'],
  [systemError('ENOTFOUND', 'getaddrinfo'), 'No se puede escuchar en esa dirección.'],
  [systemError('EACCES', 'open'), 'Error: open EACCES'],
  [
    Object.assign(systemError('EACCES', 'mkdir'), { path: '/datos/postgres' }),
    'Butaca no puede leer o escribir /datos/postgres (EACCES). Arranca con el usuario al que pertenece la carpeta, ' +
      'dale permiso a este con «sudo chown -R "$(whoami)" /datos», o elige otra carpeta en DATA_DIR.',
  ],
  [systemError('ECONNRESET', 'listen'), 'Error: listen ECONNRESET'],
  [new AppError('account.password_weak'), 'ADMIN_PASSWORD es una contraseña demasiado conocida.'],
  [new AppError('channel.not_found'), 'AppError: channel.not_found'],
  [Object.assign(new Error('sin pila'), { stack: undefined }), 'sin pila'],
  ['un texto', 'un texto'],
])('a start that fails with %s tells the operator %j', (error, sentence) => {
  expect(() => refuse(error)).toThrow('exit 1');
  expect(printed).toContain('Butaca no ha arrancado.');
  expect(printed).toContain(sentence);
});
