import { openApp, refuse } from '../open-app.ts';
import { sayRefusal } from '../start-report.ts';

/** `npm run admin:reset [-- NAME]`: gives an administrator a one-time password, turns their second factor off,
 * and ends their sessions. */
try {
  await using opened = await openApp({ LOG_LEVEL: 'error', ...process.env });
  const reset = await opened.app.accounts.resetAdmin(process.argv[2]);
  if (reset === undefined) {
    sayRefusal('No hay ningún administrador con ese nombre.');
    process.exitCode = 1;
  } else {
    process.stdout.write(
      `\n  Administrador    ${reset.username}\n  Contraseña       ${reset.password}\n  Sirve para entrar una sola vez: al entrar elegirás la tuya. No volverá a mostrarse.\n` +
        (reset.hadSecondFactor
          ? '  Su verificación en dos pasos queda desactivada: puede volver a activarla al entrar.\n\n'
          : '\n'),
    );
  }
} catch (error) {
  refuse(error);
}
