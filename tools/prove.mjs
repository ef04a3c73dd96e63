// `npm run prove -- NAME…`: runs tests that need the whole machine, one after the other, with nothing beside them. Without a name it
// lists their names. The last printed line counts the tests.
import { countLines } from './counted-run.mjs';
import { proofs, runProof } from './proofs.mjs';
import { runCommand, Stop } from './terminal.mjs';

await runCommand(async () => {
  const names = process.argv.slice(2);
  const listed = proofs.map(({ name, title }) => `  ${name.padEnd(12)} ${title}`).join('\n');
  if (names.length === 0) {
    console.log(`Di cuáles, por ejemplo «npm run prove -- player», o «all»:\n${listed}`);
    return;
  }
  const unknown = names.filter((name) => name !== 'all' && !proofs.some((proof) => proof.name === name));
  if (unknown.length > 0)
    throw new Stop(`No hay ninguna prueba llamada ${unknown.join(', ')}. Las que hay:\n${listed}`);
  const counts = { passed: 0, failed: 0 };
  for (const proof of proofs) {
    if (!names.includes('all') && !names.includes(proof.name)) continue;
    const { passed, failed } = await runProof(proof);
    counts.passed += passed;
    counts.failed += failed;
  }
  if (counts.failed > 0) process.exitCode = 1;
  console.log(countLines(counts));
});
