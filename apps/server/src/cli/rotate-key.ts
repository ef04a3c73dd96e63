import { refuse } from '../open-app.ts';
import { openMaintenance } from '../open-maintenance.ts';
import { upgradeSchema } from '../upgrade-schema.ts';
import { rotateSealingKey } from '../wiring/rotate-sealing-key.ts';

/** `npm run key:rotate`: replaces the key that seals stream addresses and second factors, also while the server runs. */
try {
  await using opened = await openMaintenance({ LOG_LEVEL: 'error', ...process.env });
  // A server process that runs on the same database has migrated it already.
  if (!opened.isServed) await upgradeSchema(opened.database, opened.config, opened.log);
  const resealed = await rotateSealingKey(opened.database.db);
  process.stdout.write(
    `\n  Clave de cifrado    cambiada\n  Cifradas de nuevo   ${resealed} verificaciones en dos pasos\n  Si el servidor está en marcha, reinícialo: hasta entonces valen los enlaces cifrados con la clave anterior.\n\n`,
  );
} catch (error) {
  refuse(error);
}
