import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { boundaryRules, textRules } from './boundary-rules.mjs';
import { listFiles } from './fingerprint.mjs';
import { showEveryImport } from './import-reader.mjs';

/**
 * A line of source code that breaks a rule about which files may import or contain what.
 *
 * @typedef {object} Violation
 * @property {string} rule
 * @property {string} from - path of the offending file, from the repository's root
 * @property {string} to - the file that is imported, or the line that is forbidden
 * @property {string} why - the reason for the rule
 */

/**
 * The result of checking which files import or contain what the boundary rules forbid.
 *
 * @typedef {object} BoundaryReport
 * @property {number} fileCount - the number of TypeScript files that were read
 * @property {Violation[]} violations
 */

/**
 * Reads every TypeScript file under `apps` and `packages` and checks its imports and its text against the boundary
 * rules, which say which folders may import which others.
 *
 * @param {string} root
 * @returns {Promise<BoundaryReport>}
 * @throws {Error} when no file is found, or a file was not read: without files no rule could be violated
 */
export async function findBoundaryViolations(root) {
  const folders = ['apps', 'packages'].filter((folder) => existsSync(path.join(root, folder)));
  const files = folders
    .flatMap((folder) => readdirSync(path.join(root, folder)).map((name) => path.join(root, folder, name)))
    .flatMap((workspace) => ['src', 'test'].flatMap((part) => listFiles(path.join(workspace, part))))
    .map((file) => path.relative(root, file).split(path.sep).join('/'))
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
  if (files.length === 0) throw new Error('no TypeScript file was found under apps and packages');

  showEveryImport();
  const { cruise } = await import('dependency-cruiser');
  const { output } = await cruise(
    files,
    {
      baseDir: root,
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      combinedDependencies: true,
      // Descriptions of packages are read once: nothing changes them meanwhile.
      enhancedResolveOptions: { cachedInputFileSystem: { cacheDuration: 600_000 } },
      skipAnalysisNotInRules: true,
      validate: true,
      ruleSet: { forbidden: boundaryRules.map((rule) => ({ severity: 'error', ...rule })) },
    },
    { exportsFields: ['exports'], conditionNames: ['types', 'import', 'node', 'browser', 'default'] },
  );
  if (typeof output === 'string') throw new Error(output);

  const read = new Set(
    output.modules.filter((module) => !module.couldNotResolve).map((module) => module.source),
  );
  const unread = files.filter((file) => !read.has(file));
  if (unread.length > 0) throw new Error(`these files were not read:\n${unread.join('\n')}`);

  const reasons = new Map(boundaryRules.map((rule) => [rule.name, rule.comment ?? '']));
  const violations = output.summary.violations.map(({ rule, from, to, cycle }) => ({
    rule: rule.name,
    from,
    to: cycle ? cycle.map((step) => step.name).join(' → ') : to,
    why: reasons.get(rule.name) ?? '',
  }));
  return {
    fileCount: files.length,
    violations: [...violations, ...findMutualFolders(output.modules), ...findForbiddenText(root, files)],
  };
}

/** Matches a file of tests or of their helpers, which may import from everywhere. */
const testFile = /\.(?:test|e2e)\.tsx?$|^apps\/e2e\/|^packages\/testing\/|^(?:apps|packages)\/[^/]+\/test\//;

/**
 * Finds pairs of folders of one app or package whose product files import each other, types included. A folder and its
 * subfolder count as two.
 *
 * @param {readonly import('dependency-cruiser').IModule[]} modules
 * @returns {Violation[]} two violations for each pair
 */
function findMutualFolders(modules) {
  const imports = modules
    .flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
    )
    .filter(
      ({ from, to }) => workspaceOf(from) === workspaceOf(to) && !testFile.test(from) && !testFile.test(to),
    )
    .map(({ from, to }) => ({ from, to, folders: [path.posix.dirname(from), path.posix.dirname(to)] }))
    .filter(({ folders: [folder, other] }) => folder !== other);
  const arrows = new Set(imports.map(({ folders }) => folders.join(' → ')));
  return imports
    .filter(({ folders }) => arrows.has(folders.toReversed().join(' → ')))
    .map(({ from, to }) => ({
      rule: 'no-mutual-folders',
      from,
      to,
      why: 'No two folders need each other: a folder is understood after those that it imports.',
    }));
}

/** The app or package that a file belongs to. @param {string} file - a path from the repository's root */
function workspaceOf(file) {
  return file.split('/', 2).join('/');
}

/** Matches a line of a source file that is a comment, in TypeScript or SQL; the text rules do not apply to it. */
const commentLine = /^\s*(?:\/\/|\/?\*|-- )/;

/**
 * Finds texts that may not stand in the file that contains them, by the text rules. A text may extend over several
 * lines; lines that are comments count as empty.
 *
 * @param {string} root
 * @param {string[]} files - paths from the repository's root
 * @returns {Violation[]} one violation for each forbidden text, with the line on which it begins
 */
function findForbiddenText(root, files) {
  return files.flatMap((from) => {
    const rules = textRules.filter(({ path: of, pathNot }) => of.test(from) && !pathNot?.test(from));
    if (rules.length === 0) return [];
    const lines = readFileSync(path.join(root, from), 'utf8').split('\n');
    const code = lines.map((line) => (commentLine.test(line) ? '' : line)).join('\n');
    return rules.flatMap(({ name: rule, comment: why, text }) =>
      [...code.matchAll(new RegExp(text, `${text.flags}g`))].map(({ index }) => {
        const at = code.slice(0, index).split('\n').length;
        return { rule, from, to: `line ${at}: ${lines[at - 1]?.trim() ?? ''}`, why };
      }),
    );
  });
}
