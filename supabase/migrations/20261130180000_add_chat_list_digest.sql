-- Lets a page notice that the chats changed before its channel opened. No tables.

-- The same as before, with a digest of the listed chats. `app_start` contains it too.
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
      'chat_list', (
        select md5(concat(
          (
            select json_agg(c) from (
              select id, title, model_id, pinned_at, updated_at
              from public.chat_history
              where user_id = (select auth.uid()) and project_id = 'blue_clover' and archived_at is null
              order by updated_at desc, id desc
              limit 200
            ) c
          ),
          (
            select json_agg(c) from (
              select id, title, model_id, project_id
              from public.chat_history
              where user_id = (select auth.uid()) and archived_at is null and pinned_at is not null
              order by pinned_at desc
              limit 200
            ) c
          )
        ))
      )
    )
  $$;
comment on function public.own_access() is
  'The caller''s access, plan, whether they are an administrator, what their session must still do, the state of their encrypted history, their running replies, and a digest of the chats that the sidebar lists.';
