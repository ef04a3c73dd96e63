// The licences of parts by others, and whether the product, which is under the AGPL-3.0, may contain them.
import satisfies from 'spdx-satisfies';
import { runChild } from './child.mjs';
import { inRoot } from './paths.mjs';

/**
 * A part by someone else: its name with its version, and its licence as an SPDX expression, if it names one.
 *
 * @typedef {{ name: string, licence: string | undefined }} Part
 * @see https://spdx.github.io/spdx-spec/v2.3/SPDX-license-expressions/
 */

/**
 * Licences that are compatible with the product's own licence. A person has to review any other licence before it is
 * added to this list.
 */
const permitted = [
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 WITH LLVM-exception',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  // The licence of the list of SPDX exceptions, which only the tools read.
  'CC-BY-3.0',
  'CC0-1.0',
  'CDLA-Permissive-2.0',
  'ISC',
  // The licence of libvips, which the image library sharp loads as a shared library; the LGPL permits linking with AGPL
  // code.
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unicode-3.0',
  'Unlicense',
  'Zlib',
];

/**
 * Whether the product and its tools may contain a part under a licence.
 *
 * @param {string} licence - an SPDX expression; alternatives may be separated by a slash, as in older packages of Rust
 */
export function isPermitted(licence) {
  try {
    return satisfies(licence.replaceAll('/', ' OR '), permitted);
  } catch {
    return false;
  }
}

/**
 * Lists the parts of a bill of materials, without those of the product's own repository.
 *
 * @param {import('./sbom.mjs').Bom} bom
 * @returns {Part[]}
 */
export function partsOf({ components }) {
  return components
    .filter(({ properties = [] }) => !properties.some(({ name }) => name === 'cdx:npm:package:private'))
    .map(({ 'bom-ref': name, licenses = [] }) => ({ name, licence: joined(licenses) }));
}

/** @param {readonly import('./sbom.mjs').Licence[]} licences */
function joined(licences) {
  const names = licences.map(({ expression, license }) => expression ?? license?.id ?? license?.name);
  return names.length > 0 ? names.join(' AND ') : undefined;
}

/**
 * The list of licences as a Markdown table.
 *
 * @param {readonly Part[]} parts
 */
export function licenceTable(parts) {
  const rows = parts.map(({ name, licence }) => `| ${name} | ${licence ?? 'sin licencia'} |`);
  return `| componente | licencia |\n|---|---|\n${rows.toSorted().join('\n')}\n`;
}

/**
 * Lists the packages of Rust that the desktop shell contains, by Cargo, which fetches those that are not on this machine.
 *
 * @returns {Promise<{ parts: Part[], unanswered?: string }>} or why there is no list
 */
export async function readRustParts() {
  const args = ['metadata', '--locked', '--quiet', '--format-version', '1'];
  const { code, output } = await runChild('cargo', args, { cwd: inRoot('apps/desktop/src-tauri') });
  if (code !== 0) return { parts: [], unanswered: output.trim().slice(0, 200) };
  /** @type {{ packages: { name: string, version: string, source: string | null, license: string | null }[] }} */
  const { packages } = JSON.parse(output.slice(output.indexOf('{')));
  const parts = packages
    .filter(({ source }) => source !== null)
    .map(({ name, version, license }) => ({ name: `${name}@${version}`, licence: license ?? undefined }));
  return { parts };
}
