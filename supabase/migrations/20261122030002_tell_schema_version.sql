-- Which migration the database has reached, so that an app that is newer can say what is missing.
-- Functions: schema_version.

create function public.schema_version() returns text
  language sql stable security definer set search_path = ''
  -- Definer: the history belongs to whoever applies it. It names files that anybody can read in the repository.
  as $$ select max(version) from supabase_migrations.schema_migrations $$;
comment on function public.schema_version() is 'Version of the newest migration that was applied. Anybody may ask.';

revoke execute on function public.schema_version() from public, anon, authenticated, service_role;
grant execute on function public.schema_version() to anon, authenticated;
