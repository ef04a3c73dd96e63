// Finds commands and variables that a document or a message names and that do not exist: npm's scripts, the names of `npm run bench`
// and `npm run prove`, and the environment variables in the tables of the operator's guide.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { measurements } from '../bench/measurements.mjs';
import { listFiles } from './fingerprint.mjs';
import { longProofs, proofs } from './proofs.mjs';

const folders = ['apps', 'packages', 'tools', 'bench', 'deploy', 'docs'];
const pages = ['README.md', 'README.en.md', 'AGENTS.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'GLOSSARY.md'];
const morePages = ['SECURITY.md', 'STYLE.md', 'CHANGELOG.md'];
const guides = ['docs/operar.md', 'docs/operar.en.md'];

/** What the second word of a command may be. @type {Readonly<Record<string, readonly string[]>>} */
const names = {
  bench: measurements.map(([name]) => name),
  prove: ['all', ...[...proofs, ...longProofs].map(({ name }) => name)],
};

/**
 * @param {string} root
 * @returns {string[]} one sentence for each name that does not exist
 */
export function findUnknownNames(root) {
  const read = (/** @type {string} */ file) => readFileSync(path.join(root, file), 'utf8');
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
  const variables = [...read('.env.example').matchAll(/^#([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
  const files = folders
    .flatMap((folder) => listFiles(path.join(root, folder)))
    .map((file) => path.relative(root, file).split(path.sep).join('/'))
    .filter((file) => /\.(?:md|mjs|tsx?)$/.test(file) && !file.startsWith('tools/named-commands'));
  return [
    ...[...pages, ...morePages, ...files].flatMap((file) =>
      findUnknownCommands(read(file), scripts).map((what) => `${file} names ${what}, which does not exist`),
    ),
    ...guides.flatMap((file) =>
      listTabledVariables(read(file))
        .filter((name) => !variables.includes(name))
        .map((name) => `${file} names the variable ${name}, which .env.example does not have`),
    ),
  ];
}

/**
 * Finds commands of npm that do not exist.
 *
 * @param {string} text
 * @param {readonly string[]} scripts - the scripts of package.json
 */
export function findUnknownCommands(text, scripts) {
  return [...text.matchAll(/npm run ([a-z][\w:-]*)(?: -- ([a-z][a-z-]*))?/g)].flatMap(
    ([, script = '', argument]) => {
      if (!scripts.includes(script)) return [`npm run ${script}`];
      const known = names[script];
      return argument !== undefined && known !== undefined && !known.includes(argument)
        ? [`npm run ${script} -- ${argument}`]
        : [];
    },
  );
}

/** The variables in the first column of a table. @param {string} text - Markdown */
export function listTabledVariables(text) {
  return text
    .split('\n')
    .flatMap((line) => (/^\| `[A-Z_]+`/.test(line) ? (line.split('|')[1] ?? '') : []))
    .flatMap((cell) => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name));
}
