-- A project's default persona. No tables.

alter table public.projects add column persona_id uuid;
comment on column public.projects.persona_id is
  'The persona of new chats in the project, of the user or published; null for none. No foreign key, because it may be of either table, and a deleted persona is ignored.';
grant select (persona_id), update (persona_id) on table public.projects to authenticated;

-- The same as before, with the persona of each project.
create or replace function public.app_start(project text, max_chats integer, max_pinned integer) returns json
  language sql stable set search_path = ''
  as $$
    select json_build_object(
      'access', public.own_access(),
      'starter', (
        select coalesce(json_agg(s), '[]') from (
          select setting_key, setting_value
          from public.system_settings
          where setting_key in ('starter_messages_per_day', 'starter_models', 'starter_history_hours')
        ) s
      ),
      'has_chats', exists (select from public.chat_history where user_id = (select auth.uid())),
      'chats', (
        select coalesce(json_agg(c), '[]') from (
          select id, title, project_id, created_at, updated_at, pinned_at, archived_at, model_id, vendor_id, parameters,
            chat_key
          from public.chat_history
          where user_id = (select auth.uid()) and project_id = project and archived_at is null
          order by updated_at desc, id desc
          limit least(max_chats, 200)
        ) c
      ),
      'pinned', (
        select coalesce(json_agg(c), '[]') from (
          select id, title, project_id, created_at, updated_at, pinned_at, archived_at, model_id, vendor_id, parameters,
            chat_key
          from public.chat_history
          where user_id = (select auth.uid()) and archived_at is null and pinned_at is not null
          order by pinned_at desc
          limit least(max_pinned, 200)
        ) c
      ),
      'projects', (
        select coalesce(json_agg(p), '[]') from (
          select id, name, color, model_id, vendor_id, persona_id, archived_at, created_at, updated_at
          from public.projects
          where user_id = (select auth.uid())
          order by created_at, id
          limit 1000
        ) p
      ),
      'quota', public.get_message_quota(),
      'vendors', (
        select coalesce(json_agg(v), '[]') from (
          select id, name, display_name, endpoint_url, has_key, is_active, is_enabled, config
          from public.api_vendors
          order by priority_order, name
          limit 1000
        ) v
      ),
      'models', (
        select coalesce(json_agg(m), '[]') from (
          select model_id, display_name, icon_text, size_label, description_items, is_new, is_pro, is_beta,
            is_default, supports_images
          from public.ai_models
          order by "order"
          limit 1000
        ) m
      ),
      'encryption', (
        select row_to_json(e) from (
          select state, key_version, public_key, private_key
          from public.account_encryption
          where user_id = (select auth.uid())
        ) e
      )
    )
  $$;
comment on function public.app_start(text, integer, integer) is
  'The caller''s access, first chats outside projects, pinned chats, whether they have any chats, projects without their instructions, message quota and stored keys, the vendors and models of the selector, and the settings of Starter.';
