// Writes the software bill of materials (SBOM) of the product: all npm packages that package-lock.json installs for
// running it on any operating system, with versions, checksums and licences, in CycloneDX's JSON format.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runChild } from './child.mjs';
import { licenceTable, partsOf, readRustParts } from './licences.mjs';
import { inRoot, rootFolder } from './paths.mjs';
import { runCommand, Stop } from './terminal.mjs';

/**
 * A licence of a component: an SPDX expression, or one licence by its SPDX id or by a name.
 *
 * @typedef {{ expression?: string, license?: { id?: string, name?: string } }} Licence
 */

/**
 * The parts of a CycloneDX document that are read or changed here.
 *
 * @typedef {object} Bom
 * @property {string} bomFormat
 * @property {{ component: { name: string } }} metadata
 * @property {{ 'bom-ref': string, name: string, version: string, properties?: { name: string, value: string }[],
 *   licenses?: Licence[] }[]} components
 * @property {{ ref: string, dependsOn: string[] }[]} dependencies
 */

/**
 * Makes the bill of materials from package-lock.json, with npm's own command. Packages that are only needed to build or
 * test are left out here: npm's option `--omit dev` also leaves out packages that the product needs, if a package for
 * tests needs them too.
 *
 * @returns {Promise<Bom>}
 * @throws {Stop} with npm's message when npm fails
 */
export async function makeSbom() {
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { code, output } = await runChild(npm, [...args, '--loglevel', 'error'], { cwd: rootFolder });
  if (code !== 0) throw new Stop(`No se pudo hacer la lista de componentes:\n${output.trim()}`);
  /** @type {Bom} */
  const bom = JSON.parse(output.slice(output.indexOf('{')));
  const components = bom.components.filter(
    ({ properties = [] }) => !properties.some(({ name }) => name === 'cdx:npm:package:development'),
  );
  const product = bom.metadata.component;
  const kept = new Set(components.map((component) => component['bom-ref']));
  const dependencies = bom.dependencies
    .filter(({ ref }) => kept.has(ref) || !bom.components.some((component) => component['bom-ref'] === ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => kept.has(other)) }));
  // npm names the product after the folder in which the repository is.
  const metadata = { ...bom.metadata, component: { ...product, name: 'butaca' } };
  return { ...bom, metadata, components, dependencies };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await runCommand(async () => {
    const bom = await makeSbom();
    const file = inRoot('.cache', 'sbom', 'butaca.cdx.json');
    const licences = inRoot('.cache', 'sbom', 'licencias.md');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(bom, undefined, 2)}\n`);
    const rust = await readRustParts();
    writeFileSync(licences, licenceTable([...partsOf(bom), ...rust.parts]));
    if (rust.unanswered !== undefined) console.log(`Sin los paquetes de Rust: ${rust.unanswered}`);
    console.log(`${bom.components.length} componentes en ${file}\nSus licencias, en ${licences}`);
  });
}
