import type { EncoderState } from '@butaca/contract';
import { expect, it } from 'vitest';
import { refuseMissingEncoder } from './refuse-encoder.ts';

const since = '2026-11-21T08:00:00.000Z';
const encoder = (state: EncoderState['state'], fault: EncoderState['fault'] = null): EncoderState[] => [
  { kind: 'vaapi', state, fault, since },
];

it('the processor, and an encoder that was found, also one that fails now, may be chosen', () => {
  expect(() => refuseMissingEncoder('software', [])).not.toThrow();
  for (const state of ['found', 'failed'] as const)
    expect(() => refuseMissingEncoder('vaapi', encoder(state))).not.toThrow();
});

it.each([
  [encoder('unknown'), /todavía está probando ese codificador/],
  [
    encoder('missing', 'no_device'),
    /No hay ningún dispositivo \/dev\/dri\. En Docker, pásalo con «devices:»/,
  ],
  [encoder('missing', 'no_access'), /grupo «render» o «video» \(en Docker, «group_add:»\)/],
  [encoder('missing', 'refused'), /no codificó un segundo de prueba\. Instala su controlador/],
  [[], /no incluye h264_vaapi/],
])('another one is refused with how to mend it: %o', (encoders, sentence) => {
  expect(() => refuseMissingEncoder('vaapi', encoders)).toThrow(
    expect.objectContaining({
      code: 'input.invalid',
      details: [{ path: 'videoEncoder', message: expect.stringMatching(sentence) }],
    }),
  );
});
