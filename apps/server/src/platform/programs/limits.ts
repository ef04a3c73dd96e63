/** The resources that one program may use. */
export interface ProgramLimits {
  /** The memory of the program itself, without shared libraries and memory-mapped files. */
  memoryBytes: number;
  /** CPU seconds of the whole process: two threads that compute for a second use two. */
  cpuSeconds: number;
  openFiles: number;
  /** The maximum size of each file that the program writes. */
  fileBytes: number;
}

/**
 * The bytes in a block, the unit of `ulimit -f`.
 *
 * @see https://pubs.opengroup.org/onlinepubs/9699919799/utilities/ulimit.html
 */
const blockBytes = 512;

/**
 * Returns a shell script that sets these limits and replaces itself by the program in its first argument. A limit that
 * the system does not support is skipped: macOS has no memory limit.
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
