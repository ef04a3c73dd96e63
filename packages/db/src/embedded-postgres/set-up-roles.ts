/**
 * Gives the embedded Postgres its two roles. The superuser, whom `initdb` makes, may read every file that Postgres can
 * read and may start programs; only this module connects as the superuser. The server connects as a role that owns the
 * product's database and has no other right. Each role has a password of its own in a file of the private data folder,
 * and Postgres asks for it over the socket too, so whoever gets hold of the server's connection, by SQL injection for
 * instance, does not become the superuser.
 *
 * In data folders of older versions the server was the superuser, and everybody who could open the socket was trusted.
 * The first start gives such a folder passwords and the server's role, makes this role the owner of all tables in one
 * transaction, writes the passwords to their files, and only then stops trusting the socket. When a start is interrupted,
 * the next one completes it: it sets a new password for a role that has no password file.
 */
import pg from 'pg';
import { writeAccessRules } from './access-rules.ts';
import {
  connectionStringFor,
  newPassword,
  productDatabase,
  readLogin,
  serverRole,
  superuser,
  writePassword,
  type Login,
} from './login.ts';
import type { Endpoint } from './postgres-process.ts';

/**
 * Prepares the rules of access for a start of Postgres: the socket is trusted only while the superuser has no password.
 */
export async function prepareAccess(folder: string): Promise<void> {
  const { password } = await readLogin(folder, superuser);
  await writeAccessRules(folder, password === undefined ? 'trust' : 'scram-sha-256');
}

/**
 * Creates the server's role and the product's database in a running Postgres where they are missing, and gives an older
 * data folder to the server's role.
 *
 * @returns the login of the server's role
 */
export async function setUpRoles(endpoint: Endpoint, folder: string): Promise<Login> {
  const known = await readLogin(folder, superuser);
  const server = await readLogin(folder, serverRole);
  return withClient(connectionStringFor(endpoint, 'postgres', known), async (client) => {
    const { isLimited, databaseOwner } = await readState(client);
    const password = server.password ?? newPassword();
    if (!isLimited || server.password === undefined) {
      await writeServerRole(client, password);
    }
    if (databaseOwner === null) {
      await client.query(
        `create database ${pg.escapeIdentifier(productDatabase)} owner ${pg.escapeIdentifier(serverRole)}`,
      );
    } else if (databaseOwner !== serverRole) {
      await withClient(connectionStringFor(endpoint, productDatabase, known), giveDatabase);
    }
    if (server.password === undefined) {
      await writePassword(folder, serverRole, password);
    }
    if (known.password === undefined) {
      await endTrust(client, folder);
    }
    return { role: serverRole, password };
  });
}

/** Reads whether the server's role exists with no more rights than it needs, and who owns the product's database. */
async function readState(client: pg.Client): Promise<{ isLimited: boolean; databaseOwner: string | null }> {
  const { rows } = await client.query<{ is_limited: boolean | null; database_owner: string | null }>(
    `select
      (select rolcanlogin and not (rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls)
        from pg_roles where rolname = $1) as is_limited,
      (select pg_get_userbyid(datdba)::text from pg_database where datname = $2) as database_owner`,
    [serverRole, productDatabase],
  );
  return { isLimited: rows[0]?.is_limited === true, databaseOwner: rows[0]?.database_owner ?? null };
}

/** Creates the server's role where it is missing, and sets its password and its rights. */
async function writeServerRole(client: pg.Client, password: string): Promise<void> {
  const role = pg.escapeIdentifier(serverRole);
  const found = await client.query('select 1 from pg_roles where rolname = $1', [serverRole]);
  if (found.rowCount === 0) {
    await client.query(`create role ${role}`);
  }
  await client.query(
    `alter role ${role} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
      password ${pg.escapeLiteral(password)}`,
  );
}

/**
 * Makes the server's role the owner of the product's database and of everything in it. What an extension has made stays
 * with the superuser, because an extension cannot change its owner; the server uses it all the same.
 */
async function giveDatabase(client: pg.Client): Promise<void> {
  await client.query('begin');
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter table %s owner to %I', oid::regclass, $1::text) as statement
      from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S') and not exists (
        select from pg_depend
        where classid = 'pg_class'::regclass and objid = pg_class.oid
          and (deptype = 'e' or relkind = 'S' and deptype in ('a', 'i')))
    union all
    select format('alter routine %s owner to %I', oid::regprocedure, $1::text)
      from pg_proc
      where pronamespace = 'public'::regnamespace and not exists (
        select from pg_depend
        where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
    union all
    select format('alter database %I owner to %I', current_database(), $1::text)`,
    [serverRole],
  );
  for (const { statement } of rows) {
    await client.query(statement);
  }
  await client.query('commit');
}

/** Gives the superuser a password, and makes Postgres ask for passwords over the socket from now on. */
async function endTrust(client: pg.Client, folder: string): Promise<void> {
  const password = newPassword();
  await client.query(`alter role ${pg.escapeIdentifier(superuser)} password ${pg.escapeLiteral(password)}`);
  await writePassword(folder, superuser, password);
  if (await writeAccessRules(folder, 'scram-sha-256')) {
    await client.query('select pg_reload_conf()');
  }
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
