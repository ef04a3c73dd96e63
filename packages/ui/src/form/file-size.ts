const units = ['B', 'kB', 'MB', 'GB'] as const;

/** Formats a file size in Spanish, in steps of 1,000: «0 B», «12 kB», «1,4 MB». */
export function formatFileSize(sizeBytes: number): string {
  let value = sizeBytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit > 1 && value < 99.95 ? 1 : 0;
  return `${value.toLocaleString('es', { maximumFractionDigits: digits })} ${units[unit]}`;
}
