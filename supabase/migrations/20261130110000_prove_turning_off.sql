-- Encrypted history: turning it off leaves a statement, so that devices notice if the service only claims that it is
-- off. Tables: turn_off_statements.

create table public.turn_off_statements (
  user_id uuid not null references auth.users (id) on delete cascade,
  statement text not null check (statement ~ '^[A-Za-z0-9_-]{43}$'),
  created_at timestamptz not null default now(),
  primary key (user_id, statement)
);
comment on table public.turn_off_statements is
  'What devices have stated when they turned encrypted history off. Only someone with the account key can make a statement, and devices check it. Outlives account_encryption, so that devices that were away also notice.';

alter table public.turn_off_statements enable row level security;

grant select on table public.turn_off_statements to authenticated, service_role;

create policy "Users can read their own statements"
  on public.turn_off_statements for select to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()));

drop function public.start_turning_off();
create function public.start_turning_off(statement text default null) returns text
  language plpgsql security definer set search_path = ''
  -- Definer: changes the state of the caller's account only.
  as $$
  declare
    -- Each encrypted history has one. A stolen session could store others.
    max_statements constant integer := 50;
  begin
    if not private.may_read() then
      raise insufficient_privilege using message = 'Your account cannot be used.', hint = 'banned';
    elsif start_turning_off.statement is null then
      raise exception using errcode = 'PT409', hint = 'encryption_statement',
        message = 'Reload the page or update the app, then try again.';
    end if;
    update public.account_encryption e set state = 'turning_off', changed_at = now()
    where e.user_id = auth.uid();
    if not found then
      return null;
    end if;
    insert into public.turn_off_statements (user_id, statement)
    values (auth.uid(), start_turning_off.statement)
    on conflict do nothing;
    delete from public.turn_off_statements s
    where s.user_id = auth.uid() and s.statement in (
      select o.statement from public.turn_off_statements o
      where o.user_id = auth.uid()
      order by o.created_at desc, o.statement offset max_statements
    );
    return 'turning_off';
  end
  $$;
comment on function public.start_turning_off(text) is
  'Begins to turn the caller''s encrypted history off, and stores the statement that a device of the user did so. The texts stay encrypted until a device that can read them has converted them. Returns the state, null if it is off already. Raises 409 (encryption_statement: it is missing).';
grant execute on function public.start_turning_off(text) to authenticated;
