-- Lets a page notice that its lists changed before its channels opened. No tables.

-- The same as before, with the digest of the lists. `app_start` contains it too.
create or replace function public.own_access() returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'access', public.own_standing(),
      'plan', public.current_plan(),
      'is_admin', public.has_role('admin'),
      'requirement', public.session_requirement(),
      'encryption', (select e.state from public.account_encryption e where e.user_id = auth.uid()),
      'running', (
        select coalesce(jsonb_agg(r), '[]') from (
          select id, chat_id, question_id from public.running_replies where user_id = (select auth.uid())
        ) r
      ),
      'lists', (
        select md5(concat(
          (
            select json_agg(c) from (
              select id, title, project_id, updated_at, pinned_at, archived_at, model_id, vendor_id, parameters
              from public.chat_history
              where user_id = (select auth.uid())
              order by updated_at desc, id desc
              limit 200
            ) c
          ),
          (
            select json_agg(p) from (
              select id, name, color, model_id, vendor_id, persona_id, archived_at
              from public.projects
              where user_id = (select auth.uid())
              order by id
              limit 1000
            ) p
          )
        ))
      )
    )
  $$;
comment on function public.own_access() is
  'The caller''s access, plan, whether they are an administrator, what their session must still do, the state of their encrypted history, their running replies, and a digest of their newest chats and their projects, which differs if these have changed.';
