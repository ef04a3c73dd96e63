/** What one program may take of the machine. */
export interface ProgramLimits {
  /** Of its own memory, shared libraries and the files that it maps apart. */
  memoryBytes: number;
  /** CPU time of the whole process: two threads that work for a second take two. */
  cpuSeconds: number;
  openFiles: number;
  /** Of each file that it writes. */
  fileBytes: number;
}

/** A block of `ulimit -f`. @see https://pubs.opengroup.org/onlinepubs/9699919799/utilities/ulimit.html */
const blockBytes = 512;

/**
 * A shell script that becomes the program named by its first argument, with these limits. A limit that the system does not know
 * is left out: macOS has none of memory.
 */
export function limitScript({ memoryBytes, cpuSeconds, openFiles, fileBytes }: ProgramLimits): string {
  const limits = [
    `-d ${Math.floor(memoryBytes / 1_024)}`,
    `-t ${Math.ceil(cpuSeconds)}`,
    `-n ${openFiles}`,
    `-f ${Math.floor(fileBytes / blockBytes)}`,
    '-c 0',
  ];
  const set = limits.map((limit) => `ulimit ${limit} 2>/dev/null`).join('; ');
  return `${set}; exec "$@"`;
}
