-- What must not be kept goes by a clock: the database's own where it has pg_cron, as hosted projects do, and the
-- embedded service's otherwise.
-- Functions: private.purge_expired, private.schedule_retention.

create function private.purge_expired() returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    purged jsonb := jsonb_build_object(
      'guests', public.purge_guests(),
      'unconfirmed', public.purge_unconfirmed(),
      'images', public.purge_images()
    );
  begin
    perform public.purge_counts();
    return purged;
  end
  $$;
comment on function private.purge_expired() is
  'Deletes all that has lived its time; returns how many guests, unconfirmed sign-ups and images. Both clocks call it.';

create function private.schedule_retention() returns boolean
  language plpgsql set search_path = ''
  as $$
  begin
    -- Its arguments are declared otherwise from version to version, and older ones knew no names.
    if not exists (
      select from pg_catalog.pg_proc p
      where p.pronamespace = to_regnamespace('cron') and p.proname = 'schedule' and p.pronargs = 3
    ) then
      return false;
    end if;
    -- By its name: called again, it replaces the job. Guests live 24 hours, so half an hour more is nothing.
    execute 'select cron.schedule(''clover-retention'', ''*/30 * * * *'', ''select private.purge_expired()'')';
    return true;
  end
  $$;
comment on function private.schedule_retention() is
  'Schedules private.purge_expired where pg_cron is installed; false where it is not. Call it again once it is.';

revoke execute on function private.purge_expired(), private.schedule_retention()
  from public, anon, authenticated, service_role;

do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_cron') then
    create extension if not exists pg_cron;
  end if;
  perform private.schedule_retention();
exception
  -- Not loaded by this server, kept for another database of it, or not ours to create: none of that is worth a
  -- schema that is not there.
  when others then
    raise notice 'retention is not scheduled here: %', sqlerrm;
end
$$;
