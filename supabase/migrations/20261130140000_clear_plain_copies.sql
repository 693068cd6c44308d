-- When the database's files were rewritten after an account encrypted its history.

alter table public.account_encryption add column cleared_at timestamptz;
comment on column public.account_encryption.cleared_at is
  'When the embedded database was rewritten, so that its files no longer contain the texts from before. Null until then, and on a PostgreSQL server.';
