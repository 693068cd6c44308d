import { createHash } from 'node:crypto';
import type { Database } from './database.ts';
import { describeMissingRights, insufficientPrivilege } from './missing-rights.ts';

/**
 * Which table privileges new tables of `public` are born with.
 *
 * `deny`: none for anon and authenticated, so that a migration that forgets its grants closes a table rather than
 * opens it. `hosted`: all, as a hosted project has it; tests run the migrations under it, because a migration that
 * forgets to revoke shows only there.
 */
export type DefaultPrivileges = 'deny' | 'hosted';

/**
 * Makes the second of two services that start at once wait for the first: `if not exists` is no protection, for both
 * may find nothing. Held until the end of the script it stands in.
 */
export const oneAtATime = `select pg_advisory_xact_lock(hashtext('clover: prepare the database'));`;

/**
 * The roles that requests act as, and the membership that lets the owner act as them. A role that is no superuser may
 * not create a role that bypasses row-level security; `passService` then lets service_role through by policies.
 */
const roles = `
do $$
declare
  role_name text;
  -- From PostgreSQL 16 on a member needs the right to SET ROLE, which creating a role does not give.
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
        -- Roles belong to the whole server: another database on it may be bootstrapped at the same moment.
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

/** Hosted's functions over the claims of the verified token, which every caller's transaction carries. */
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
  /** The tables of the auth service (`src/service/auth/schema.ts`), itself repeatable. */
  readonly authSchema: string;
  /** `deny` unless told. */
  readonly privileges?: DefaultPrivileges;
}

/** The script that `bootstrap` runs. */
export function bootstrapScript({ authSchema, privileges = 'deny' }: BootstrapOptions): string {
  return [
    oneAtATime,
    roles,
    schemas,
    claimFunctions,
    authSchema,
    defaultPrivileges(privileges),
    publication,
  ].join('\n');
}

/**
 * Lays under an empty database what a hosted project has before its first migration: roles, schemas, `auth.uid()` and
 * its kin, the tables of the auth service, default privileges and the publication.
 *
 * Repeatable, and done whole or not at all, because it is one simple query. What was done is noted, because doing it
 * again would cost every start a third of a second.
 */
export async function bootstrap(database: Database, options: BootstrapOptions): Promise<void> {
  const script = bootstrapScript(options);
  const note = `bootstrap ${createHash('sha256').update(script).digest('hex')}`;
  // Roles belong to the server, not to the database: one that was moved to another server brings the note without them.
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
