-- Each chat keeps its model, on all of the user's devices.

alter table public.chat_history
  add column model_id text check (model_id ~ '\S' and char_length(model_id) <= 200),
  add column vendor_id text check (vendor_id ~ '\S' and char_length(vendor_id) <= 100),
  add constraint chat_history_vendor_needs_model check (vendor_id is null or model_id is not null);
comment on column public.chat_history.model_id is
  'The model chosen for this chat; null: none was chosen, so the user''s default answers. It may no longer be offered.';
comment on column public.chat_history.vendor_id is
  'Name of the vendor that offers the chosen model; null: whichever vendor is active.';

grant select (model_id, vendor_id), insert (model_id, vendor_id), update (model_id, vendor_id)
  on table public.chat_history to authenticated;
