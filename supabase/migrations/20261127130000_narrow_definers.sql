-- These admin actions read and write only tables that the service role may use, so they run with its rights. It gets
-- the helpers that they call: they check the actor, write the log and build responses.
--
-- The "Definer" comments of these functions in the earlier files no longer apply.

grant execute on function
  public.has_role(text), private.is_admin(), private.require_admin(), private.begin_admin_action(jsonb),
  private.log_admin_action(text, uuid, jsonb), private.refusal(text, text), private.is_valid_setting(text, text),
  private.close_overdue_views(), private.lock_vendor(text), private.name_for_vendor(text), private.vendor_not_found(),
  private.vendor_view(public.api_vendors), private.vendor_with_key(public.api_vendors), private.vendor_models(),
  private.lock_models(), private.curated_models(), private.model_in_log(text)
  to service_role;

-- Vendors

alter function public.list_vendors(jsonb, text) security invoker;
alter function public.add_vendor(jsonb, uuid, text, text, jsonb, text, text, text[]) security invoker;
alter function public.save_vendor(jsonb, text, text, text, jsonb) security invoker;
alter function public.enable_vendor(jsonb, text, boolean) security invoker;
alter function public.order_vendors(jsonb, text[]) security invoker;
alter function public.remove_vendor(jsonb, text) security invoker;
alter function public.open_vendor(jsonb, text, text) security invoker;
alter function public.set_vendor_key(jsonb, text, text, text, text, text[], text) security invoker;
alter function public.clear_vendor_key(jsonb, text) security invoker;
alter function public.list_encrypted_keys(jsonb) security invoker;
alter function public.replace_vendor_key(jsonb, uuid, text, text) security invoker;
alter function public.log_key_rotation(jsonb, integer, text[]) security invoker;

-- Models

alter function public.list_models(jsonb) security invoker;
alter function public.save_model(jsonb, jsonb) security invoker;
alter function public.delete_model(jsonb, text) security invoker;
alter function public.order_models(jsonb, text[]) security invoker;
alter function public.save_vendor_model(jsonb, text, text, text, boolean, jsonb) security invoker;
alter function public.save_vendor_models(jsonb, text, jsonb) security invoker;
alter function public.delete_vendor_model(jsonb, text, text) security invoker;

-- The rest of the console

alter function public.list_settings(jsonb) security invoker;
alter function public.save_setting(jsonb, text, text) security invoker;
alter function public.list_roles(jsonb) security invoker;
alter function public.end_view(jsonb) security invoker;
alter function public.export_analytics(jsonb, date, date, text, integer) security invoker;
