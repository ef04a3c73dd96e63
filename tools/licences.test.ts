import { expect, it } from 'vitest';
import { isPermitted, licenceTable, partsOf } from './licences.mjs';

it.each([
  'MIT',
  'MIT/Apache-2.0',
  '(GPL-2.0-only OR MIT)',
  'Apache-2.0 AND LGPL-3.0-or-later',
  'Apache-2.0 WITH LLVM-exception',
])('a part may be under %s', (licence) => {
  expect(isPermitted(licence)).toBe(true);
});

it.each(['GPL-2.0-only', 'MIT AND GPL-2.0-only', 'SEE LICENSE IN LICENSE', 'none', ''])(
  'a part may not be under «%s»',
  (licence) => {
    expect(isPermitted(licence)).toBe(false);
  },
);

it('the list names each part of a bill of materials that is not from this repository', () => {
  const parts = partsOf({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'butaca' } },
    dependencies: [],
    components: [
      { 'bom-ref': 'b@2', name: 'b', version: '2', licenses: [{ expression: 'MIT OR ISC' }] },
      { 'bom-ref': 'a@1', name: 'a', version: '1', licenses: [{ license: { id: 'MIT' } }] },
      {
        'bom-ref': '@butaca/ui@0.1.0',
        name: 'ui',
        version: '0.1.0',
        properties: [{ name: 'cdx:npm:package:private', value: 'true' }],
      },
    ],
  });
  expect(licenceTable(parts)).toBe(
    '| componente | licencia |\n|---|---|\n| a@1 | MIT |\n| b@2 | MIT OR ISC |\n',
  );
});
