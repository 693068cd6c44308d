-- The console shows this sentence beside the function's name.
comment on function public.activate_vendor_as(jsonb, text) is
  'Makes a vendor the one that answers everybody who has no key of their own. {ok, vendor}';
