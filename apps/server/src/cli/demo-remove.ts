import { openApp, refuse } from '../open-app.ts';

/** `npm run demo:remove`: permanently removes the demo's channels and accounts. */
try {
  await using opened = await openApp({ LOG_LEVEL: 'error', ...process.env });
  await opened.app.demo.remove(opened.app.demoTargets, { accountId: null, username: 'operador' });
  process.stdout.write('\n  El catálogo y las cuentas de demostración se han eliminado.\n\n');
} catch (error) {
  refuse(error);
}
