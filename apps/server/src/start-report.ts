/** The facts that the server prints for the operator (who runs the server) at start, in Spanish, on the terminal. */
export interface StartReport {
  addresses: readonly string[];
  /** Whether other machines reach the server without TLS, as far as it knows. */
  isOpenWithoutTls: boolean;
  database: string;
  /**
   * The program that converts films, with its version (`ffmpeg 5.1.9`); `undefined` when none was found. `unknown` while it has
   * not answered.
   */
  converter: { described: string } | 'unknown' | undefined;
  /**
   * The administrator that the server created at this start, with the password if it was generated; `undefined` if none
   * was created.
   */
  admin: { username: string; generatedPassword: string | undefined } | undefined;
  demoAccounts: readonly { username: string; password: string; role: string; plan: string }[] | undefined;
  /** What the operator should know and perhaps change, as sentences. */
  notices: readonly string[];
  elapsedMs: number;
}

export function sayStarted(report: StartReport): void {
  const lines = [
    '',
    `  Butaca está en marcha (${(report.elapsedMs / 1_000).toFixed(1)} s)`,
    '',
    ...report.addresses.map((address) => `  Ábrela en        ${address}`),
    ...(report.isOpenWithoutTls ? withoutTls : []),
    `  Base de datos    ${report.database}`,
    `  Conversión       ${converterInWords(report.converter)}`,
    ...report.notices.map((notice) => `  Atención         ${notice}`),
  ];
  if (report.admin !== undefined) {
    lines.push('', `  Administrador    ${report.admin.username}`);
    if (report.admin.generatedPassword !== undefined) {
      lines.push(
        `  Contraseña       ${report.admin.generatedPassword}`,
        '                   Guárdala: no volverá a mostrarse (npm run admin:reset genera otra).',
      );
    }
  }
  if (report.demoAccounts !== undefined) {
    const width = Math.max(...report.demoAccounts.map((account) => account.username.length));
    lines.push('', '  Cuentas de demostración (npm run demo:remove las elimina, con su catálogo)');
    for (const { username, password, role, plan } of report.demoAccounts) {
      const kind = role === 'admin' ? 'administrador' : `plan ${plan}`;
      lines.push(`    ${username.padEnd(width)}  ${password}  ${kind}`);
    }
  }
  lines.push('', '  Para parar: Ctrl+C', '');
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** What is said where passwords may pass other machines readably. */
const withoutTls = [
  '  Sin TLS          Se llega desde otras máquinas por http, y las contraseñas viajan sin cifrar: pon TLS delante y su',
  '                   dirección https en PUBLIC_URL, o escribe HOST=127.0.0.1 si solo entras desde esta máquina.',
];

/**
 * Whether other machines reach a server without TLS: it listens for them, and its public address is not one of https.
 *
 * @param host - where it listens
 */
export const isOpenWithoutTls = (host: string, publicUrl: string | undefined): boolean =>
  !/^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i.test(host) &&
  publicUrl?.toLowerCase().startsWith('https:') !== true;

function converterInWords(converter: StartReport['converter']): string {
  if (converter === undefined) return 'sin ffmpeg: algunos archivos no se verán en el navegador';
  return converter === 'unknown'
    ? 'ffmpeg todavía no responde: se sigue comprobando; el panel, en «Resumen», dice cuándo está listo'
    : converter.described;
}

/**
 * Prints for the operator (who runs the server) why the server did not start or a command did nothing. @param outcome -
 * what was not done; by default that the server did not start
 */
export function sayRefusal(message: string, outcome = 'Butaca no ha arrancado.'): void {
  process.stderr.write(`\n  ${outcome}\n  ${message.replaceAll('\n', '\n  ')}\n\n`);
}
