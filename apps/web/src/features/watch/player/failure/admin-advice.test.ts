import { errorCatalogue } from '@butaca/contract';
import { expect, it } from 'vitest';
import { isAdvised } from './failure-sentence.ts';
import { adminAdvice } from './admin-advice.ts';

const advisedCodes = Object.keys(errorCatalogue)
  .filter((code) => code.startsWith('upstream.'))
  .concat('media.codec', 'media.format', 'media.decode')
  .concat('conversion.impossible', 'conversion.missing', 'conversion.starting');

it.each(advisedCodes)('says what an administrator can change after %s, as after no other failure', (code) => {
  expect(isAdvised({ code })).toBe(true);
  const said = adminAdvice({ code });
  expect(said).toMatch(/^\p{Lu}.{20,}\.$/u);
  expect(advisedCodes.filter((other) => adminAdvice({ code: other }) === said)).toEqual([code]);
});

it('names the headers that a provider may ask for after a refusal', () => {
  expect(adminAdvice({ code: 'upstream.forbidden' })).toMatch(/User-Agent.*Referer/);
});

it.each(['conversion.busy', 'network.timeout', 'toString', ''])('says nothing after %j', (code) => {
  expect(isAdvised({ code })).toBe(false);
  expect(adminAdvice({ code })).toBeUndefined();
});
