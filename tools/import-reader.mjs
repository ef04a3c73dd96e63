// Lets dependency-cruiser see every import of a TypeScript file. Its own search of swc's syntax tree stops at syntax
// unknown to it (`using`, JSX) and ignores imports in types (`import('./x.ts').X`). So this module finds the imports itself,
// and gives dependency-cruiser a tree of only those.
//
// The parser of Rolldown lists a file's imports and re-exports without handing over its syntax tree, which would take most of
// the time. Only files with `import(…)`, in the code or in a type, and files with an empty re-export are parsed with swc,
// and their whole tree is searched for nodes that name another module.
import { readFileSync } from 'node:fs';
import swc from '@swc/core';
import { parseSync } from 'rolldown/utils';

/**
 * Replaces the parser of dependency-cruiser with one that finds every import. Must be called before a cruise with
 * `parser: 'swc'`.
 */
export function showEveryImport() {
  // @NOTE dependency-cruiser has no option for a custom parser; it parses with the function `parseFileSync` of the
  // shared swc module.
  Object.assign(swc, {
    parseFileSync: (/** @type {string} */ file) => {
      const text = readFileSync(file, 'utf8');
      const isListed = !/\bimport\s*\(|\bexport\s*\{\s*\}/.test(text);
      const places = isListed ? listedModules(file, text) : namedModules(readTree(file));
      return { type: 'Module', span: {}, body: places.map(importOf), interpreter: null };
    },
  });
}

const parseFile = swc.parseFileSync;

/**
 * Lists the modules that a TypeScript file without `import(…)` imports or re-exports.
 *
 * @param {string} file
 * @param {string} text
 * @returns {Source[]}
 */
function listedModules(file, text) {
  const { module, errors } = parseSync(file, text);
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`);
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest)),
  ];
  return requests.flatMap((request) => (request ? [{ type: 'StringLiteral', value: request.value }] : []));
}

/** Parses a TypeScript file into swc's syntax tree. @param {string} file */
function readTree(file) {
  return parseFile(file, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2022' });
}

/**
 * A node of swc's syntax tree for the text that names an imported module.
 *
 * @typedef {{ type: 'StringLiteral', value: string }} Source
 */

/**
 * Lists the modules that a syntax tree of swc imports or re-exports.
 *
 * @param {unknown} node
 * @returns {Source[]} the modules named by `import`, `export … from`, `import()` and the type `import('…')`
 */
function namedModules(node) {
  if (Array.isArray(node)) return node.flatMap(namedModules);
  if (!isRecord(node)) return [];
  const inside = Object.values(node).flatMap(namedModules);
  const named = namedBy(node);
  return isSource(named) ? [named, ...inside] : inside;
}

/** The text that names the imported module in a syntax node that imports. @param {Record<string, unknown>} node */
function namedBy(node) {
  switch (node['type']) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return node['source'];
    case 'TsImportType':
      return node['argument'];
    case 'CallExpression': {
      const isImport = isRecord(node['callee']) && node['callee']['type'] === 'Import';
      const first = Array.isArray(node['arguments']) ? node['arguments'][0] : undefined;
      return isImport && isRecord(first) ? first['expression'] : undefined;
    }
    default:
      return undefined;
  }
}

/** Makes a syntax node that imports the module that `source` names. @param {Source} source */
function importOf(source) {
  return { type: 'ImportDeclaration', span: {}, specifiers: [], source, typeOnly: false };
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isRecord(value) {
  return typeof value === 'object' && value !== null;
}

/**
 * Whether a value is a syntax node for a text.
 *
 * @param {unknown} value
 * @returns {value is Source}
 */
function isSource(value) {
  return isRecord(value) && value['type'] === 'StringLiteral' && typeof value['value'] === 'string';
}
