#!/bin/sh
# Run once by the postgres image, on an empty volume. The server's role owns its database and is no superuser, so that it
# can neither change the trail nor read files of the database's machine.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$TRANSECT_PASSWORD" --username "$POSTGRES_USER" <<'SQL'
create role transect login password :'password';
create database transect owner transect;
SQL
