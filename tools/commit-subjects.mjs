// Commit subjects may have at most 72 characters, so that `git log --oneline` and a terminal show each of them whole.
// The limit applies to commits after `lastFreeCommit`. Merge commits are exempt: Git words their subjects.
import { runChild } from './child.mjs';

/** The last commit whose subject had no length limit; only the commits after it are checked. */
const lastFreeCommit = '52a15d8d872197a959098fce53859a735e0e133e';

const subjectLimit = 72;

/**
 * Lists the Git commits whose subject is too long.
 *
 * Finds nothing where the history is unknown: outside of a repository (a source archive), without Git, and in a shallow
 * clone that lacks `lastFreeCommit`.
 *
 * @param {string} root - the folder of the working tree
 * @param {string} [after] - this commit and its ancestors are not checked
 * @returns {Promise<string[]>} one sentence for each such commit, newest first
 */
export async function findLongSubjects(root, after = lastFreeCommit) {
  const known = await git(root, 'merge-base', '--is-ancestor', after, 'HEAD');
  if (known.code !== 0) return [];
  const { code, output } = await git(root, 'log', '--no-merges', '--format=%h %s', `${after}..HEAD`);
  if (code !== 0) throw new Error(output.trim());
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ commit: line.slice(0, line.indexOf(' ')), subject: line.slice(line.indexOf(' ') + 1) }))
    .filter(({ subject }) => lengthOf(subject) > subjectLimit)
    .map(
      ({ commit, subject }) =>
        `${commit} has a subject of ${lengthOf(subject)} characters, ${subjectLimit} are allowed: ${subject}`,
    );
}

/** The length of a text in characters, not in UTF-16 units. @param {string} text */
const lengthOf = (text) => Array.from(text).length;

/**
 * Runs Git on the given folder, without the `GIT_…` environment variables that Git sets for its hooks: they would make
 * it work on another repository.
 *
 * @param {string} root
 * @param {...string} args
 */
function git(root, ...args) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  return runChild('git', ['-C', root, ...args], { env });
}
