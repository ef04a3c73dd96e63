import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
let loading;

async function load() {
  const { Parser, Language } = await import('web-tree-sitter');
  await Parser.init();
  const grammars = dirname(require.resolve('tree-sitter-wasms/package.json'));
  const parser = new Parser();
  parser.setLanguage(await Language.load(join(grammars, 'out/tree-sitter-swift.wasm')));
  return parser;
}

/**
 * Parses a Swift source. It shows that the text is Swift, and nothing about its types.
 *
 * @returns the functions with their names and texts, and the places that are no Swift
 */
export async function readSwift(source) {
  loading ??= load();
  const parser = await loading;
  const tree = parser.parse(source);
  const functions = [];
  const errors = [];
  const visit = (node) => {
    if (node.isError || node.isMissing)
      errors.push(`${node.startPosition.row + 1}: ${node.text.slice(0, 80)}`);
    if (node.type === 'function_declaration')
      functions.push({ name: node.childForFieldName('name')?.text, text: node.text });
    for (const child of node.children) visit(child);
  };
  visit(tree.rootNode);
  return { functions, errors };
}
