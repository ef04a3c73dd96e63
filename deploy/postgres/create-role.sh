#!/bin/sh
# La imagen de PostgreSQL ejecuta este archivo una vez, cuando crea la base de datos. Butaca se conecta con un rol que solo es dueño de su
# base de datos: quien llegue a usar esa conexión no puede leer archivos ni arrancar programas en el contenedor de PostgreSQL.
# El superusuario se queda sin contraseña y solo entra desde dentro: docker compose exec postgres psql -U postgres
set -eu
psql -v ON_ERROR_STOP=1 --no-psqlrc --username "$POSTGRES_USER" --dbname postgres <<'SQL'
\getenv password POSTGRES_PASSWORD
create role butaca login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'password';
create database butaca owner butaca;
revoke connect, temporary on database butaca from public;
alter role postgres password null;
SQL
