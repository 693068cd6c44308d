-- The app reads the pinned chats at each start. Without an index, that would read all chats of the account.

create index chat_history_pinned_idx on public.chat_history (user_id, pinned_at desc) where pinned_at is not null;
