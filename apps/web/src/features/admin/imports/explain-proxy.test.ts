import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../platform/api/api-error.ts';
import { explainProxy } from './explain-proxy.ts';

const file = { size: 2.5 * 1_048_576 };

describe('an upload that is refused', () => {
  it.each([
    [413, 'El servidor que está delante de Butaca no admite archivos de 2,5 MB (413). Súbele el límite'],
    [502, 'El servidor que está delante de Butaca no la encuentra (502).'],
    [504, 'El servidor que está delante de Butaca no esperó a que terminara (504).'],
  ])('by a proxy with %i has a sentence about it', (status, sentence) => {
    expect(explainProxy(new ApiError({ status, code: '' }), file)).toMatchObject({
      status,
      code: 'proxy.refused',
      serverMessage: expect.stringContaining(sentence),
    });
  });

  it.each([
    [
      'by the server itself',
      new ApiError({ status: 413, code: 'body.too_large', serverMessage: 'Es demasiado grande.' }),
    ],
    ['by a proxy for a reason that is not known', new ApiError({ status: 418, code: '' })],
    ['for want of a network', new Error('offline')],
  ])('%s stays as it is', (_, error) => {
    expect(explainProxy(error, file)).toBe(error);
  });
});
