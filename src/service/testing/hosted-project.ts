import { authSchema } from '../auth/schema.ts';
import { bootstrap } from '../database/bootstrap.ts';
import { openDatabase } from '../database/open.ts';

/** The superuser of a hosted project, which only the platform uses. */
export const platformRole = 'supabase_admin';

/**
 * Makes a plain PostgreSQL database behave like a hosted project, as in the supabase/postgres image: the role that
 * runs the migrations (`postgres`) is not a superuser, the tables of the auth and storage services belong to other
 * roles, nothing can be created in `auth` and `storage`, and new tables of `public` are open to client roles.
 * `session_replication_role` may be set because the platform's supautils allows it.
 */
const hostedScript = `
do $$ begin
  if to_regrole('supabase_auth_admin') is null then create role supabase_auth_admin login noinherit createrole; end if;
  if to_regrole('supabase_storage_admin') is null then create role supabase_storage_admin login noinherit; end if;
  if to_regrole('authenticator') is null then create role authenticator login noinherit; end if;
end $$;
grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role to postgres with admin option;
alter role postgres nosuperuser createdb createrole login replication bypassrls;

create schema realtime; create schema vault; create schema graphql_public;
grant all on schema extensions to postgres;
grant all on all tables in schema extensions to postgres;
grant all on all routines in schema extensions to postgres;
create extension pg_stat_statements with schema extensions;

do $$
declare
  item record;
begin
  for item in select oid::regclass as name from pg_class where relnamespace = 'auth'::regnamespace and relkind = 'r' loop
    execute format('alter table %s owner to supabase_auth_admin', item.name);
  end loop;
  for item in select oid::regprocedure as name from pg_proc where pronamespace = 'auth'::regnamespace loop
    execute format('alter function %s owner to supabase_auth_admin', item.name);
  end loop;
end $$;
drop function storage.announce_deletion cascade;
drop table storage.folder;
do $$
declare
  item record;
begin
  for item in select oid::regclass as name from pg_class where relnamespace = 'storage'::regnamespace and relkind = 'r' loop
    execute format('alter table %s owner to supabase_storage_admin', item.name);
  end loop;
end $$;
grant all on schema storage to supabase_storage_admin;
grant usage on schema storage to postgres;
grant all on all tables in schema storage to postgres;
-- The platform's supautils lets postgres create policies on these tables.
grant supabase_storage_admin to postgres;
grant all on schema auth to supabase_auth_admin;
grant usage on schema auth to postgres;
grant all on all tables in schema auth to postgres;
grant all on all sequences in schema auth to postgres;
grant all on all routines in schema auth to postgres;

alter default privileges for role postgres in schema public
  grant all on tables to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on functions to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on sequences to postgres, anon, authenticated, service_role;
alter publication supabase_realtime owner to postgres;
grant set on parameter session_replication_role to postgres;`;

/** Prepares an empty database like a hosted project before its first migration. `url` must be that of the superuser. */
export async function prepareHostedProject(url: string): Promise<void> {
  const database = await openDatabase({ url, maxSessions: 1 });
  try {
    await bootstrap(database, { authSchema, privileges: 'hosted' });
    await database.execute(hostedScript);
  } finally {
    await database.close();
  }
}
