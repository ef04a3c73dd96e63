import { DatabaseStartError } from '../connection/database-start-error.ts';

/** The refusal to start on a data folder that the process `pid` has open: a server of the product, or its Postgres. */
export function dataFolderInUse(pid: number | string | undefined): DatabaseStartError {
  return new DatabaseStartError(
    `La carpeta de datos está en uso (pid ${pid}). Detén antes ese proceso, o indica otra carpeta en DATA_DIR.`,
  );
}
