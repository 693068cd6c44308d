-- The export of a chat says which project it is in. No tables.

drop function public.export_chats(uuid, boolean);
create function public.export_chats(after uuid default null, only_hidden boolean default false)
  returns table (
    id uuid, title text, project_id text, created_at timestamptz, updated_at timestamptz, pinned_at timestamptz,
    active_message_id uuid, is_hidden boolean, archived_at timestamptz, model_id text, vendor_id text, parameters jsonb
  )
  language sql stable security definer set search_path = ''
  -- Definer: the policies hide the chats that the plan does not show.
  as $$
    select c.id, c.title, c.project_id, c.created_at, c.updated_at, c.pinned_at, c.active_message_id,
      c.updated_at < public.history_since(), c.archived_at, c.model_id, c.vendor_id, c.parameters
    from public.chat_history c
    where c.user_id = auth.uid() and private.may_read()
      and (export_chats.after is null or c.id > export_chats.after)
      and (not export_chats.only_hidden or c.updated_at < public.history_since())
    order by c.id
    limit 500
  $$;
comment on function public.export_chats(uuid, boolean) is
  'The caller''s chats by id, 500 per call, including those that the plan hides; with only_hidden only those.';
grant execute on function public.export_chats(uuid, boolean) to authenticated;
