// Runs `npm test` with the newest long-term support (LTS) release of Node, which npm installs into `.cache/node-lts`.
// Arguments replace `tools/test.mjs`: `npm run test:lts -- tools/start.mjs` starts the product with that Node.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runChild } from './child.mjs';
import { inRoot, rootFolder } from './paths.mjs';
import { runCommand, Stop } from './terminal.mjs';

/** The major version of the newest LTS release of Node that npm has. The READMEs recommend it. */
export const ltsMajor = 24;

/**
 * The npm package that has the program `node` for an operating system and processor, and the program's path in it. The
 * package `node` itself installs one of these by an install script, which is not needed when the name is known.
 *
 * @param {string} platform - as `process.platform`
 * @param {string} arch - as `process.arch`
 * @returns {{ name: string, program: string }}
 */
export function nodePackage(platform, arch) {
  if (platform === 'win32') return { name: `node-win-${arch}`, program: 'bin/node.exe' };
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node';
  return { name: `${prefix}-${platform}-${arch}`, program: 'bin/node' };
}

/**
 * Installs the newest release of the LTS version of Node from npm's registry, or finds it installed.
 *
 * @returns {Promise<string>} the absolute path of the program `node`
 * @throws {Stop} when it cannot be installed, does not run here, or is no LTS release
 */
async function installLts() {
  const { name, program } = nodePackage(process.platform, process.arch);
  const folder = inRoot('.cache', 'node-lts');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{"private":true}\n');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'];
  const { code, output } = await runChild(npm, [...args, `${name}@${ltsMajor}`], { cwd: folder });
  if (code !== 0) throw new Stop(`No se pudo instalar Node ${ltsMajor} de npm (${name}):\n${output.trim()}`);
  const node = path.join(folder, 'node_modules', name, program);
  const answer = await runChild(node, ['-p', 'process.version + " " + process.release.lts']);
  const [version = '', lts = ''] = answer.output.trim().split(' ');
  if (answer.code !== 0) throw new Stop(`${node} no funciona en este sistema:\n${answer.output.trim()}`);
  if (lts === 'undefined') throw new Stop(`Node ${version} no es una versión LTS.`);
  console.log(`Node ${version} (LTS «${lts}»)`);
  return node;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await runCommand(async () => {
    const node = await installLts();
    const given = process.argv.slice(2);
    // Programs that the tests start by the name `node` are to be the same Node.
    const PATH = `${path.dirname(node)}${path.delimiter}${process.env['PATH'] ?? ''}`;
    const { code } = await runChild(node, given.length > 0 ? given : ['tools/test.mjs'], {
      cwd: rootFolder,
      env: { ...process.env, PATH },
      show: true,
    });
    process.exitCode = code;
  });
}
