// README.md and README.en.md say the same in two languages. Prose cannot be compared; what a reader types can: the npm
// commands and the names of environment variables. Both READMEs are also held to package.json and .env.example, which say
// what really exists.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const names = ['README.md', 'README.en.md'];

/**
 * @param {string} root
 * @returns {string[]} one sentence for every difference
 */
export function findReadmeFaults(root) {
  const read = (/** @type {string} */ name) => readFileSync(path.join(root, name), 'utf8');
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
  const variables = listVariables(read('.env.example'));
  const [spanish, english] = names.map((name) => ({ name, text: read(name) }));
  if (!spanish || !english) throw new Error('two READMEs are compared');
  return [
    ...compare('the command', spanish, english, (text) => listCommands(text)),
    ...compare('the variable', spanish, english, (text) => listMentions(text, variables)),
    ...compare('in its table the variable', spanish, english, (text) => listTabled(text)),
    ...[
      [spanish, english],
      [english, spanish],
    ].flatMap(([readme, other]) => [
      ...findScriptFaults(readme, scripts),
      ...findVariableFaults(readme, variables),
      ...(readme.text.includes(`](${other.name})`) ? [] : [`${readme.name} has no link to ${other.name}`]),
    ]),
  ];
}

/** @typedef {{ name: string, text: string }} Readme */

/**
 * @param {string} what
 * @param {Readme} left
 * @param {Readme} right
 * @param {(text: string) => string[]} list
 * @returns {string[]} what one README has more often than the other
 */
function compare(what, left, right, list) {
  const [ofLeft, ofRight] = [list(left.text), list(right.text)];
  const lacks = (/** @type {Readme} */ readme, /** @type {string[]} */ own, /** @type {string[]} */ others) =>
    subtract(others, own).map((item) => `${readme.name} lacks ${what} \`${item}\``);
  return [...lacks(left, ofLeft, ofRight), ...lacks(right, ofRight, ofLeft)];
}

/**
 * @param {string[]} items
 * @param {string[]} others - each takes away one equal item
 */
function subtract(items, others) {
  const rest = [...items];
  for (const other of others) {
    const index = rest.indexOf(other);
    if (index !== -1) rest.splice(index, 1);
  }
  return rest;
}

/**
 * @param {Readme} readme
 * @param {string[]} scripts - of package.json
 */
function findScriptFaults({ name, text }, scripts) {
  const used = new Set(
    listCommands(text).map((command) => command.replace(/^npm (run )?/, '').split(' ')[0]),
  );
  return [
    ...scripts
      .filter((script) => !used.has(script))
      .map((script) => `${name} does not list the script ${script}`),
    ...[...used]
      .filter((script) => script !== undefined && !scripts.includes(script))
      .map((script) => `${name} names the script ${script}, which package.json does not have`),
  ];
}

/**
 * @param {Readme} readme
 * @param {string[]} variables - of .env.example
 */
function findVariableFaults({ name, text }, variables) {
  const tabled = listTabled(text);
  if (tabled.length === 0) return [`${name} has no table of variables`];
  // A code span such as `DATA_DIR/backups` begins with a variable; an option such as `--cap-add SYS_ADMIN` does not.
  const leading = listCode(text).flatMap((code) => /^[A-Z]+(?:_[A-Z]+)+(?![A-Z])/.exec(code)?.[0] ?? []);
  return [...new Set([...tabled, ...leading])]
    .filter((variable) => !variables.includes(variable))
    .map((variable) => `${name} names the variable ${variable}, which .env.example does not have`);
}

/**
 * @param {string} text - Markdown
 * @returns {string[]} the contents of its code blocks and code spans
 */
function listCode(text) {
  /** @type {string[]} */
  const blocks = [];
  const prose = text.replaceAll(/^```[^\n]*\n([\s\S]*?)^```/gm, (_, block) => {
    blocks.push(block);
    return '';
  });
  return [...blocks, ...[...prose.matchAll(/`([^`]+)`/g)].flatMap(([, span]) => span ?? [])];
}

/**
 * @param {string} text - Markdown
 * @returns {string[]} its npm commands; arguments are words of the reader's language, so `-- ARCHIVO` counts as `-- …`
 */
function listCommands(text) {
  return listCode(text)
    .flatMap((code) => code.match(/\bnpm (?:run )?[\w:-]+(?: -- \S+)?/g) ?? [])
    .map((command) => command.replace(/ -- .*/, ' -- …'));
}

/**
 * @param {string} text - Markdown
 * @param {string[]} variables
 * @returns {string[]} the variables that its code names, each as often as it is named
 */
function listMentions(text, variables) {
  return listCode(text).flatMap((code) =>
    (code.match(/\b[A-Z][A-Z_]+\b/g) ?? []).filter((word) => variables.includes(word)),
  );
}

/**
 * @param {string} text - Markdown with a table whose first column is headed `variable`
 * @returns {string[]} the names in that column
 */
function listTabled(text) {
  const table = /^\| variable \|[^\n]*\n\|[-| ]+\n((?:\|[^\n]*(?:\n|$))*)/m.exec(text)?.[1] ?? '';
  return table.split('\n').flatMap((row) => listCode(row.split('|')[1] ?? ''));
}

/**
 * @param {string} text - of .env.example, where every variable is commented out
 * @returns {string[]}
 */
function listVariables(text) {
  return [...text.matchAll(/^#([A-Z][A-Z_]+)=/gm)].flatMap(([, name]) => name ?? []);
}
