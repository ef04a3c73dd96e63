// `npm run prove -- NAME…`: runs tests that need the whole machine, one after the other, with nothing beside them. Without a name it
// lists their names. `all` are those that `.ci/run` runs; the last printed line counts the tests. What follows the name of one proof
// and is no name is given to it as arguments: `npm run prove -- description --seconds 60`.
import { runScript } from './child.mjs';
import { countLines } from './counted-run.mjs';
import { longProofs, proofs, runProof } from './proofs.mjs';
import { runCommand, Stop } from './terminal.mjs';

await runCommand(async () => {
  const names = process.argv.slice(2);
  const list = (/** @type {readonly { name: string, title: string }[]} */ some) =>
    some.map(({ name, title }) => `  ${name.padEnd(12)} ${title}`).join('\n');
  const listed = `${list(proofs)}\nLas que duran más, y que «all» no incluye:\n${list(longProofs)}`;
  const [first = ''] = names;
  if (first === '') {
    console.log(`Di cuáles, por ejemplo «npm run prove -- player», o «all»:\n${listed}`);
    return;
  }
  const long = longProofs.find(({ name }) => name === first);
  if (long !== undefined) {
    const [script = '', ...args] = long.command;
    const { code } = await runScript(script, [...args, ...names.slice(1)]);
    process.exitCode = code;
    return;
  }
  const isKnown = (/** @type {string} */ name) =>
    name === 'all' || proofs.some((proof) => proof.name === name);
  if (!isKnown(first)) throw new Stop(`No hay ninguna prueba llamada ${first}. Las que hay:\n${listed}`);
  const args = names.slice(1).every(isKnown) ? [] : names.slice(1);
  const chosen = args.length > 0 ? [first] : names;
  const counts = { passed: 0, failed: 0 };
  for (const proof of proofs) {
    const isNamed = chosen.includes(proof.name);
    if (!isNamed && !chosen.includes('all')) continue;
    // A proof that is asked for by its name says itself what it lacks, or installs it.
    const named = { ...proof, command: [...proof.command, ...args], findMissing: () => [] };
    const { passed, failed } = await runProof(isNamed ? named : proof);
    counts.passed += passed;
    counts.failed += failed;
  }
  if (counts.failed > 0) process.exitCode = 1;
  console.log(countLines(counts));
});
