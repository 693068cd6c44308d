-- Lets a page notice that projects, models or vendors changed before its channel opened. No tables.

-- The same as before, with digests of the user's projects, and of the models and their vendors. A row's `updated_at`
-- changes with each of its columns.
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
      ),
      'project_list', (
        select concat(sum(hash_record_extended(row(id, updated_at), 0)))
        from public.projects where user_id = (select auth.uid())
      ),
      'model_list', concat_ws(
        ' ',
        (select sum(hash_record_extended(row(id, updated_at), 0)) from public.api_vendors),
        (select sum(hash_record_extended(row(id, updated_at), 0)) from public.api_vendor_models),
        (select sum(hash_record_extended(row(id, updated_at), 0)) from public.ai_models)
      )
    )
  $$;
comment on function public.own_access() is
  'The caller''s access, plan, whether they are an administrator, what their session must still do, the state of their encrypted history, their running replies, and digests of their listed chats, their projects, and the models with their vendors.';
