-- Prepares what every later migration stands on: the schema of internals and deny-first default privileges.
--
-- A hosted project grants everything in `public` to its API roles by default. Here a table or function that a
-- migration forgets to grant must be closed, not open, so the defaults go first and every grant is written out.

create schema if not exists private;
comment on schema private is
  'Internals of the rules. Never exposed by the API; client roles may only execute what policies need.';

revoke all on schema private from public;
grant usage on schema private to authenticated, service_role;

alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;
alter default privileges in schema private revoke all on tables from anon, authenticated, service_role;
-- Functions are executable by everyone unless this is taken from the role as a whole; per schema it has no effect.
alter default privileges revoke execute on functions from public;

-- Hosted has the publication already; a plain PostgreSQL may not.
do $$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;
