// Compares README.md and README.en.md, which have the same content in two languages. Prose cannot be compared
// automatically; what a reader types can: the npm commands and the names of environment variables. Both READMEs are
// also checked against package.json and .env.example, which define the existing commands and variables.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const names = ['README.md', 'README.en.md'];

/**
 * Compares the two READMEs with each other and with package.json and .env.example.
 *
 * @param {string} root
 * @returns {string[]} one sentence for each difference
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

/**
 * A README by its file name and its Markdown text.
 *
 * @typedef {{ name: string, text: string }} Readme
 */

/**
 * Finds items (npm commands or environment variables) that one README has more often than the other.
 *
 * @param {string} what - the kind of item, for the sentences
 * @param {Readme} left
 * @param {Readme} right
 * @param {(text: string) => string[]} list - lists the items in a README's text
 * @returns {string[]} one sentence for each missing item
 */
function compare(what, left, right, list) {
  const [ofLeft, ofRight] = [list(left.text), list(right.text)];
  const lacks = (/** @type {Readme} */ readme, /** @type {string[]} */ own, /** @type {string[]} */ others) =>
    subtract(others, own).map((item) => `${readme.name} lacks ${what} \`${item}\``);
  return [...lacks(left, ofLeft, ofRight), ...lacks(right, ofRight, ofLeft)];
}

/**
 * Removes items from a list: for each item of `others` one equal item.
 *
 * @param {string[]} items
 * @param {string[]} others
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
 * Finds npm scripts that a README names and package.json lacks.
 *
 * @param {Readme} readme
 * @param {string[]} scripts - the names of the scripts in package.json
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
 * Finds differences between the environment variables in a README and those in .env.example.
 *
 * @param {Readme} readme
 * @param {string[]} variables - the names of the variables in .env.example
 */
function findVariableFaults({ name, text }, variables) {
  const tabled = listTabled(text);
  if (tabled.length === 0) return [`${name} has no table of variables`];
  // In a README, a code span such as `DATA_DIR/backups` begins with a variable; an option such as `--cap-add SYS_ADMIN`
  // does not.
  const leading = listCode(text).flatMap((code) => /^[A-Z]+(?:_[A-Z]+)+(?![A-Z])/.exec(code)?.[0] ?? []);
  return [...new Set([...tabled, ...leading])]
    .filter((variable) => !variables.includes(variable))
    .map((variable) => `${name} names the variable ${variable}, which .env.example does not have`);
}

/**
 * Lists the code in a Markdown text.
 *
 * @param {string} text - Markdown
 * @returns {string[]} the contents of the code blocks and code spans
 */
function listCode(text) {
  /** The contents of the code blocks found so far. @type {string[]} */
  const blocks = [];
  const prose = text.replaceAll(/^```[^\n]*\n([\s\S]*?)^```/gm, (_, block) => {
    blocks.push(block);
    return '';
  });
  return [...blocks, ...[...prose.matchAll(/`([^`]+)`/g)].flatMap(([, span]) => span ?? [])];
}

/**
 * Lists the npm commands in a Markdown text.
 *
 * @param {string} text - Markdown
 * @returns {string[]} the commands; arguments are words of the README's language, so `-- ARCHIVO` becomes `-- …`
 */
function listCommands(text) {
  return listCode(text)
    .flatMap((code) => code.match(/\bnpm (?:run )?[\w:-]+(?: -- \S+)?/g) ?? [])
    .map((command) => command.replace(/ -- .*/, ' -- …'));
}

/**
 * Lists the environment variables that the code in a Markdown text names.
 *
 * @param {string} text - Markdown
 * @param {string[]} variables
 * @returns {string[]} the variables, each as often as the code names it
 */
function listMentions(text, variables) {
  return listCode(text).flatMap((code) =>
    (code.match(/\b[A-Z][A-Z_]+\b/g) ?? []).filter((word) => variables.includes(word)),
  );
}

/**
 * Lists the environment variables in a README's table.
 *
 * @param {string} text - Markdown with a table whose first column is headed `variable`
 * @returns {string[]} the names in that column
 */
function listTabled(text) {
  const table = /^\| variable \|[^\n]*\n\|[-| ]+\n((?:\|[^\n]*(?:\n|$))*)/m.exec(text)?.[1] ?? '';
  return table.split('\n').flatMap((row) => listCode(row.split('|')[1] ?? ''));
}

/**
 * Lists the environment variables of .env.example.
 *
 * @param {string} text - the content of .env.example, where every variable is commented out
 * @returns {string[]}
 */
function listVariables(text) {
  return [...text.matchAll(/^#([A-Z][A-Z_]+)=/gm)].flatMap(([, name]) => name ?? []);
}
