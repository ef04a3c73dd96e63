import { after, pause } from '../base/clock.ts';
import { DatabaseConnectionError } from './database-connection-error.ts';
import type { DatabaseLog } from './database-log.ts';
import { DatabaseStartError } from './database-start-error.ts';
import { connectionConfig } from './pool.ts';
import { PrimaryClient } from './primary-client.ts';
import { readHosts } from './several-hosts.ts';

/** The oldest major version of Postgres that the product supports: its queries use no feature of a newer one. */
const oldestMajor = 15;

/**
 * How long a start waits for a database that is starting or failing over, in milliseconds: longer than the 30 seconds after
 * which Patroni's own settings replace a lost primary.
 */
const failOverWithinMs = 60_000;
/** The pause between two attempts to connect meanwhile, in milliseconds. */
const againAfterMs = 500;
/** «cannot connect now»: the SQLSTATE of a Postgres that is starting, stopping or recovering. */
const startingState = '57P03';

/**
 * Checks a Postgres server that the operator (who runs the server) provides with `DATABASE_URL`, by connecting to it
 * once. Where the URL names several hosts, this waits up to a minute until one of them accepts writes; where it names one,
 * until that one has started, if it answers that it is starting.
 *
 * @throws {DatabaseStartError} when the URL is invalid, nothing answers, the login is refused, or the version is too
 * old
 */
export async function connectExternalPostgres(
  databaseUrl: string,
  log: DatabaseLog,
): Promise<{ connectionString: string; description: string; stop(): Promise<void> }> {
  let isOver = false;
  const cancel = after(failOverWithinMs, () => (isOver = true));
  try {
    for (let attempt = 1; ; attempt += 1) {
      const { client, host } = makeClient(databaseUrl);
      try {
        return await readServer(client, host, databaseUrl);
      } catch (error) {
        if (!isFailingOver(error) || isOver) {
          throw error instanceof DatabaseStartError ? error : asStartError(error, host);
        }
        if (attempt === 1) log.warn({ err: error }, 'The database accepts no writes yet; waiting for it');
      } finally {
        await client.end().catch(() => {});
      }
      await pause(againAfterMs);
    }
  } finally {
    cancel();
  }
}

/** @throws {DatabaseStartError} when the version is too old; errors of the driver and of Postgres */
async function readServer(client: PrimaryClient, host: string, databaseUrl: string) {
  await client.connect();
  const result = await client.query<{ version: string }>(
    "select current_setting('server_version_num') as version",
  );
  const major = Math.floor(Number(result.rows[0]?.version) / 10_000);
  if (!(major >= oldestMajor)) {
    throw new DatabaseStartError(
      `La base de datos de DATABASE_URL (${host}) es Postgres ${major}; hace falta la versión ${oldestMajor} o una posterior.`,
    );
  }
  return {
    connectionString: databaseUrl,
    description: `Postgres ${major} en ${host}`,
    stop: async () => {},
  };
}

/** Whether the failure ends by itself while a primary starts or a replica is promoted. */
function isFailingOver(error: unknown): boolean {
  return (
    error instanceof DatabaseConnectionError ||
    (error instanceof Error && 'code' in error && error.code === startingState)
  );
}

/** @returns a client, and the hosts and the database that it connects to, as text */
function makeClient(databaseUrl: string): { client: PrimaryClient; host: string } {
  if (/^postgres(ql)?:\/\//.test(databaseUrl)) {
    try {
      const client = new PrimaryClient(connectionConfig(databaseUrl));
      const several = readHosts(databaseUrl)?.hosts ?? [];
      const hosts = several.length > 0 ? several : [client];
      const names = hosts.map(({ host, port }) => `${host}:${port}`).join(',');
      return { client, host: `${names}/${client.database ?? ''}` };
    } catch (error) {
      throw invalidAddress(error);
    }
  }
  throw invalidAddress();
}

// The cause of a URL error may contain the database URL, and with it a password, so only the error's name is shown.
function invalidAddress(error?: unknown): DatabaseStartError {
  const reason = error instanceof Error ? ` (${error.name})` : '';
  return new DatabaseStartError(
    `DATABASE_URL no es una dirección de Postgres válida${reason}. ` +
      'Escríbela así: postgres://usuario:contraseña@servidor:5432/base (varios servidores: uno:5432,dos:5432).',
  );
}

function asStartError(error: unknown, host: string): DatabaseStartError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case '28P01':
    case '28000':
      return new DatabaseStartError(
        `La base de datos de DATABASE_URL (${host}) rechaza el usuario o la contraseña. Corrígelos en DATABASE_URL.`,
        { cause: error },
      );
    case '3D000':
      return new DatabaseStartError(
        `La base de datos de DATABASE_URL (${host}) no existe. Créala, o corrige su nombre en DATABASE_URL.`,
        { cause: error },
      );
    default: {
      const noPrimary =
        error instanceof DatabaseConnectionError ? 'ninguno de sus servidores acepta escrituras' : '';
      const reason = noPrimary || code || (error instanceof Error ? error.message : 'sin respuesta');
      return new DatabaseStartError(
        `No se puede conectar con la base de datos de DATABASE_URL (${host}): ${reason}. ` +
          'Comprueba que está en marcha y que la dirección es correcta.',
        { cause: error },
      );
    }
  }
}
