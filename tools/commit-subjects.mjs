// Commit subjects have at most 72 characters, so that `git log --oneline` and a terminal show each of them whole.
// The rule began after the commit below; earlier commits stay as they are. Merge commits are left out: Git words them.
import { runChild } from './child.mjs';

/** Commits after this one are held to the limit. */
const lastFreeCommit = '52a15d8d872197a959098fce53859a735e0e133e';

const subjectLimit = 72;

/**
 * Lists the commits with a subject that is too long.
 *
 * Finds nothing where the history is not known: outside of a repository (a source archive), without Git, and in a shallow
 * clone that lacks the commit from which the rule holds.
 *
 * @param {string} root - the folder of the working tree
 * @param {string} [after] - commits that this one can reach are not looked at
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

/** @param {string} text */
const lengthOf = (text) => Array.from(text).length;

/**
 * Runs Git on the given folder only: the variables that Git sets for its hooks would name another repository.
 *
 * @param {string} root
 * @param {...string} args
 */
function git(root, ...args) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  return runChild('git', ['-C', root, ...args], { env });
}
