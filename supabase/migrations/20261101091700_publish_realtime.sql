-- Tables whose changes reach other devices. Their keys are uuids, because a DELETE event skips row-level security and
-- carries the key: it must tell nothing.

alter publication supabase_realtime add table
  public.api_vendors, public.api_vendor_models, public.ai_models,
  public.chat_history, public.chat_messages, public.user_roles;
