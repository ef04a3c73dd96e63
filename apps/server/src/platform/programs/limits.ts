/** The resources that one confined program (an ffmpeg or ffprobe process) may use. */
export interface ProgramLimits {
  /** The limit of the memory of one ffmpeg or ffprobe process, without shared libraries and memory-mapped files. */
  memoryBytes: number;
  /** The limit of CPU seconds of one ffmpeg or ffprobe process: two threads that compute for a second use two. */
  cpuSeconds: number;
  openFiles: number;
  /** The maximum size of each file that a confined program (ffmpeg, ffprobe) writes. */
  fileBytes: number;
}

/**
 * The bytes in a block, the unit of `ulimit -f`, which limits the size of files that a program writes.
 *
 * @see https://pubs.opengroup.org/onlinepubs/9699919799/utilities/ulimit.html
 */
const blockBytes = 512;

/**
 * Returns a shell script that sets resource limits (memory, CPU, files) and then replaces itself by the program in its
 * first argument. A limit that the system does not support is skipped: macOS has no memory limit.
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
