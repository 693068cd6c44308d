-- A guest who creates an account starts with the plan's whole day: on the demo, guests may have sent more messages than
-- an account may. No tables.

create function private.restart_day() returns trigger
  language plpgsql set search_path = ''
  -- Runs as the owner of mirror_user, which writes the directory.
  as $$
  begin
    update private.message_counts c set used = 0 where c.user_id = new.user_id and c.usage_day = private.today();
    return null;
  end
  $$;

create trigger restart_day after update of is_guest on private.user_directory
  for each row when (old.is_guest and not new.is_guest)
  execute function private.restart_day();
