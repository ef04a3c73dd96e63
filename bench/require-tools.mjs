import { execFileSync } from 'node:child_process';

/** Ends with a sentence where one of the programs is missing. @param {string[]} tools - Debian's packages have the same names */
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
