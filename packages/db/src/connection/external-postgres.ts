import pg from 'pg';
import { DatabaseStartError } from './database-start-error.ts';
import { connectionConfig } from './pool.ts';

/** The oldest major version of Postgres that the product supports: its queries use no feature of a newer one. */
const oldestMajor = 15;

/**
 * Checks a Postgres server that the operator (who runs the server) provides with `DATABASE_URL`, by connecting to it
 * once.
 *
 * @throws {DatabaseStartError} when the URL is invalid, nothing answers, the login is refused, or the version is too
 * old
 */
export async function connectExternalPostgres(
  databaseUrl: string,
): Promise<{ connectionString: string; description: string; stop(): Promise<void> }> {
  const client = makeClient(databaseUrl);
  const host = `${client.host}:${client.port}/${client.database ?? ''}`;
  try {
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
  } catch (error) {
    throw error instanceof DatabaseStartError ? error : asStartError(error, host);
  } finally {
    await client.end().catch(() => {});
  }
}

function makeClient(databaseUrl: string): pg.Client {
  if (/^postgres(ql)?:\/\//.test(databaseUrl)) {
    try {
      return new pg.Client(connectionConfig(databaseUrl));
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
      'Escríbela así: postgres://usuario:contraseña@servidor:5432/base',
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
      const reason = code || (error instanceof Error ? error.message : 'sin respuesta');
      return new DatabaseStartError(
        `No se puede conectar con la base de datos de DATABASE_URL (${host}): ${reason}. ` +
          'Comprueba que está en marcha y que la dirección es correcta.',
        { cause: error },
      );
    }
  }
}
