import { execFileSync } from 'node:child_process';

/**
 * Ends the benchmark with a message when one of the programs that it runs is missing.
 *
 * @param {string[]} tools - program names, which are also the names of Debian's packages
 */
export function requireTools(...tools) {
  for (const tool of tools) {
    try {
      execFileSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${tool}`]);
    } catch {
      console.error(`Falta ${tool}. Instálalo y vuelve a ejecutar: apt-get install ${tool}`);
      process.exit(1);
    }
  }
}
