import { errorCatalogue } from '@butaca/contract';
import { expect, it } from 'vitest';
import { adminAdvice } from './admin-advice.ts';

const upstreamCodes = Object.keys(errorCatalogue).filter((code) => code.startsWith('upstream.'));

it.each(upstreamCodes)(
  'says what an administrator can change after %s, as after no other failure',
  (code) => {
    const said = adminAdvice({ code });
    expect(said).toMatch(/^\p{Lu}.{20,}\.$/u);
    expect(upstreamCodes.filter((other) => adminAdvice({ code: other }) === said)).toEqual([code]);
  },
);

it('names the headers that a provider may ask for after a refusal', () => {
  expect(adminAdvice({ code: 'upstream.forbidden' })).toMatch(/User-Agent.*Referer/);
});

it.each(['media.codec', 'network.timeout', 'toString', ''])('says nothing after %j', (code) => {
  expect(adminAdvice({ code })).toBeUndefined();
});
