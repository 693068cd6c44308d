-- The list of models that the selector shows.
-- Table: ai_models.

create table public.ai_models (
  id uuid primary key default gen_random_uuid(),
  model_id text not null unique check (model_id ~ '\S' and char_length(model_id) <= 200),
  display_name text not null check (display_name ~ '\S' and char_length(display_name) <= 200),
  icon_text text not null default '' check (char_length(icon_text) <= 8),
  size_label text not null default '' check (char_length(size_label) <= 40),
  description_items text[] not null default '{}',
  is_new boolean not null default false,
  is_pro boolean not null default false,
  is_beta boolean not null default false,
  is_default boolean not null default false,
  supports_images boolean not null default false,
  "order" integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.ai_models is
  'Curated models. A row whose model_id is dummy_preserve_table is ignored everywhere.';
comment on column public.ai_models.model_id is 'The provider''s published identifier.';
comment on column public.ai_models."order" is
  'Place in the selector, ascending. The first two that are not pro are the models of guest and starter.';

create unique index ai_models_one_default_idx on public.ai_models (is_default) where is_default;
create index ai_models_order_idx on public.ai_models ("order", model_id);

alter table public.ai_models enable row level security;
revoke all on table public.ai_models from public, anon, authenticated, service_role;
grant select (
    id, model_id, display_name, icon_text, size_label, description_items, is_new, is_pro, is_beta, is_default,
    supports_images, "order", created_at, updated_at
  )
  on table public.ai_models to authenticated;
grant select, insert, update, delete on table public.ai_models to service_role;

create policy "Users can read models"
  on public.ai_models for select to authenticated
  using ((select private.may_read()));

create trigger touch_updated_at before update on public.ai_models
  for each row execute function private.touch_updated_at();
