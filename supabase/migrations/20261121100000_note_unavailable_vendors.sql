-- Keeps with a reply which vendor was unavailable when another one answered in its place.
-- Column: chat_messages.unavailable_vendor.

alter table public.chat_messages
  add column unavailable_vendor text check (char_length(unavailable_vendor) <= 100);
comment on column public.chat_messages.unavailable_vendor is
  'Display name of the vendor for which vendor_id stood in; null where the active vendor answered.';

grant select (unavailable_vendor), insert (unavailable_vendor) on table public.chat_messages to authenticated;
