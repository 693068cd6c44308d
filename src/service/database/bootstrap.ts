import { createHash } from 'node:crypto';
import type { Database } from './database.ts';
import { describeMissingRights, insufficientPrivilege } from './missing-rights.ts';
import { storageSchema } from './storage-schema.ts';

/**
 * The default privileges of new tables in `public`.
 *
 * `deny`: none for anon and authenticated, so that a table without grants is closed. `hosted`: all, as on a hosted
 * project. Tests also run the migrations with `hosted`, because a missing revoke has no effect with `deny`.
 */
export type DefaultPrivileges = 'deny' | 'hosted';

/**
 * If two services start at the same time, the second one waits until the first one's script has ended. `if not exists`
 * is not enough, because both scripts may find nothing.
 */
export const bootstrapLock = `select pg_advisory_xact_lock(hashtext('clover: prepare the database'));`;

/**
 * Creates the roles that requests act as, and grants them to the owner. Only a superuser can create a role that
 * bypasses row-level security. If the owner isn't one, `servicePolicies` gives service_role access to every row.
 */
const roles = `
do $$
declare
  role_name text;
  -- Since PostgreSQL 16, a member needs the right to SET ROLE, which creating a role doesn't grant.
  membership constant text :=
    case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end;
begin
  foreach role_name in array array['anon', 'authenticated', 'service_role'] loop
    if to_regrole(role_name) is null then
      begin
        if role_name = 'service_role' then
          begin
            create role service_role nologin noinherit bypassrls;
          exception
            when insufficient_privilege then create role service_role nologin noinherit;
          end;
        else
          execute format('create role %I nologin noinherit', role_name);
        end if;
      exception
        -- Roles belong to the whole server, and another database may be bootstrapped at the same moment.
        when duplicate_object or unique_violation then null;
      end;
    end if;
    if not pg_has_role(current_user, role_name, membership) then
      execute format('grant %I to current_user', role_name);
    end if;
  end loop;
end
$$;`;

const schemas = `
create schema if not exists auth;
create schema if not exists extensions;
grant usage on schema public, auth, extensions to anon, authenticated, service_role;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;`;

/** The hosted service's functions that read the token's claims. Every caller's transaction sets the claims. */
const claimFunctions = `
create or replace function auth.jwt() returns jsonb language sql stable set search_path = ''
  as $$ select coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb, '{}'::jsonb) $$;
create or replace function auth.uid() returns uuid language sql stable set search_path = ''
  as $$ select nullif(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub', '')::uuid $$;
create or replace function auth.role() returns text language sql stable set search_path = ''
  as $$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role' $$;
create or replace function auth.email() returns text language sql stable set search_path = ''
  as $$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email' $$;
grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to anon, authenticated, service_role;`;

const defaultPrivileges = (kind: DefaultPrivileges): string => {
  const clients = kind === 'hosted' ? 'anon, authenticated, service_role' : 'service_role';
  return `
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public grant all on tables to ${clients};
alter default privileges in schema public grant all on sequences to ${clients};
alter default privileges in schema public grant execute on functions to ${clients};`;
};

const publication = `
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;`;

export interface BootstrapOptions {
  /** The tables of the auth service (`src/service/auth/schema.ts`). Must be idempotent. */
  readonly authSchema: string;
  readonly privileges?: DefaultPrivileges;
}

export function bootstrapScript({ authSchema, privileges = 'deny' }: BootstrapOptions): string {
  return [
    bootstrapLock,
    roles,
    schemas,
    claimFunctions,
    authSchema,
    storageSchema,
    defaultPrivileges(privileges),
    publication,
  ].join('\n');
}

/**
 * Creates what a hosted project has before its first migration: roles, schemas, `auth.uid()` and similar functions, the
 * tables of the auth and storage services, default privileges and the publication.
 *
 * All or nothing, because it is one simple query. A comment on the schema `auth` stores the hash of the last script,
 * because running it again would add a third of a second to every start.
 */
export async function bootstrap(database: Database, options: BootstrapOptions): Promise<void> {
  const script = bootstrapScript(options);
  const note = `bootstrap ${createHash('sha256').update(script).digest('hex')}`;
  // Roles belong to the server, so a database that was moved to another server has the comment but not the roles.
  const [found] = await database.query<{ note: string | null; hasRoles: boolean }>(
    `select obj_description(to_regnamespace('auth')::oid, 'pg_namespace') as note,
       to_regrole('authenticated') is not null as "hasRoles"`,
  );
  if (found?.note === note && found.hasRoles) return;
  try {
    await database.execute(`${script}\ncomment on schema auth is '${note}';`);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== insufficientPrivilege) throw error;
    throw await describeMissingRights(database, error);
  }
}

/**
 * Gives service_role a policy for every row if it doesn't bypass row-level security, because only a superuser can
 * create a role that does. Grants still apply.
 */
const servicePolicies = `
do $$
declare
  item record;
begin
  if (select rolbypassrls from pg_roles where rolname = 'service_role') then return; end if;
  for item in
    select c.oid::regclass as name from pg_class c
    where c.relrowsecurity and c.relkind in ('r', 'p')
      and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'storage'::regnamespace)
      and pg_has_role(current_user, c.relowner, 'USAGE')
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'service_role_passes')
  loop
    execute format(
      'create policy service_role_passes on %s to service_role using (true) with check (true)', item.name
    );
  end loop;
end
$$;`;

/** Creates policies for the existing tables, so it must run after each migration. */
export async function createServicePolicies(database: Database): Promise<void> {
  await database.execute(servicePolicies);
}
