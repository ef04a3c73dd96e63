import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../platform/api/api-error.ts';
import { adminMessageOf, detailsOf, isOvertaken } from './admin-message.ts';

const defaults = { call: 'La llamada falló.', panel: 'El panel falló.' };
const failure = (status: number, serverMessage?: string, body?: unknown) =>
  new ApiError({ status, code: '', serverMessage, body });

describe('the message for a failed administrator’s call', () => {
  it.each([
    ['the words of the server', failure(409, 'Ya existe.'), 'Ya existe.'],
    ['the call’s where the server had no words', failure(500), 'La llamada falló.'],
    ['the panel’s where no answer came', failure(0), 'El panel falló.'],
    ['the words for a call that took too long', failure(0, 'Tardó demasiado.'), 'Tardó demasiado.'],
    ['the panel’s for a fault of the page', new TypeError('x is undefined'), 'El panel falló.'],
    ['the panel’s for what is no error', 'nada', 'El panel falló.'],
  ])('is %s', (_, error, expected) => {
    expect(adminMessageOf(error, defaults)).toBe(expected);
  });
});

describe('the list of fields that the server refused', () => {
  const field = { path: 'title', message: 'Falta el título.' };

  it('holds those of the answer, without unreadable entries', () => {
    const details = [field, null, 'x', { path: 1, message: 'x' }, { path: 'x' }, { message: 'x' }];
    expect(detailsOf(failure(400, undefined, { details }))).toEqual([field]);
  });

  it.each([undefined, null, {}, { details: 'x' }, { details: { 0: field } }])(
    'is empty when its answer is %j',
    (body) => {
      expect(detailsOf(failure(400, undefined, body))).toEqual([]);
    },
  );

  it('is empty for another kind of error', () => {
    expect(detailsOf(new Error('x'))).toEqual([]);
  });
});

it('a conflict with another administrator’s save is recognised by its error code', () => {
  expect(isOvertaken(new ApiError({ status: 409, code: 'resource.conflict' }))).toBe(true);
  expect(isOvertaken(new ApiError({ status: 409, code: 'channel.duplicate' }))).toBe(false);
  expect(isOvertaken(new Error('resource.conflict'))).toBe(false);
});
