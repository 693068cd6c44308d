-- One act on many accounts, step by step: each account once, whole or not at all, whatever breaks off between.
-- Tables: private.bulk_targets. Functions (service role only): start_bulk, step_bulk, read_bulk, list_bulk.

create table private.bulk_targets (
  operation_id uuid not null references public.bulk_operations (id) on delete cascade,
  place integer not null,
  user_id uuid not null,
  state text not null default 'pending' check (state in ('pending', 'done', 'refused')),
  message text,
  primary key (operation_id, place),
  unique (operation_id, user_id)
);
comment on table private.bulk_targets is
  'Accounts of a bulk operation in their order. No foreign key to the account: the operation may delete it.';
comment on column private.bulk_targets.message is 'Why it was refused.';

create index bulk_targets_pending_idx on private.bulk_targets (operation_id, place) where state = 'pending';
create index bulk_targets_refused_idx on private.bulk_targets (operation_id, place) where state = 'refused';

create function private.bulk_view(operation public.bulk_operations) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
      'id', operation.id, 'admin_id', operation.admin_id, 'operation_type', operation.operation_type,
      'operation_details', operation.operation_details, 'status', operation.status,
      'total_count', operation.total_count, 'progress', operation.progress,
      'refused', (
        select count(*) from private.bulk_targets t where t.operation_id = operation.id and t.state = 'refused'
      ),
      'created_at', operation.created_at, 'completed_at', operation.completed_at
    )
  $$;

create function private.bulk_answer(bulk_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
      'ok', true, 'operation', private.bulk_view(o),
      'refusals', coalesce((
        select jsonb_agg(jsonb_build_object('user_id', t.user_id, 'message', t.message) order by t.place)
        from (
          select * from private.bulk_targets b where b.operation_id = o.id and b.state = 'refused'
          order by b.place limit 100
        ) t
      ), '[]'::jsonb)
    )
    from public.bulk_operations o where o.id = bulk_id
  $$;

create function private.bulk_not_found() returns jsonb
  language sql immutable set search_path = ''
  as $$ select private.refusal('not_found', 'There is no such operation.') $$;

create function public.start_bulk(
  actor jsonb, bulk_id uuid, operation jsonb, target_users text[] default null, filter jsonb default null
) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    most constant integer := 10000;
    chosen uuid[];
  begin
    perform private.act_as(actor);
    if exists (select from public.bulk_operations o where o.id = bulk_id) then
      return private.bulk_answer(bulk_id);
    end if;
    if filter is not null then
      execute format(
        'select coalesce(array_agg(f.user_id), ''{}'') from (
           select d.user_id from private.user_directory d where %s order by d.created_at, d.user_id limit %s
         ) f',
        private.user_condition(filter), most + 1
      ) into chosen;
    else
      -- Named twice is meant once; the order is kept.
      select coalesce(array_agg(each.id order by each.place), '{}') into chosen
      from (
        select t.id::uuid as id, min(t.place) as place from unnest(target_users) with ordinality as t (id, place)
        where t.id is not null group by t.id::uuid
      ) each;
    end if;
    if cardinality(chosen) = 0 then
      return private.refusal('bad_request', 'No account is chosen.');
    elsif cardinality(chosen) > most then
      return private.refusal('bad_request', 'One operation takes at most 10,000 accounts. Narrow the selection.');
    end if;
    insert into public.bulk_operations (id, admin_id, operation_type, target_user_ids, operation_details, total_count)
    values (bulk_id, auth.uid(), operation ->> 'type', chosen, operation - 'type', cardinality(chosen))
    on conflict (id) do nothing;
    -- Somebody else's request with the same id came first, and has its targets.
    if found then
      insert into private.bulk_targets (operation_id, place, user_id)
      select bulk_id, each.place, each.id from unnest(chosen) with ordinality as each (id, place);
      perform private.log_admin_act('bulk.start', null, jsonb_build_object(
        'operation', bulk_id, 'type', operation ->> 'type', 'accounts', cardinality(chosen)
      ));
    end if;
    return private.bulk_answer(bulk_id);
  end
  $$;
comment on function public.start_bulk(jsonb, uuid, jsonb, text[], jsonb) is
  'Notes an operation and its accounts, by ids or by a filter; nothing is done yet. Repeatable by its id. {ok, operation, refusals}';

create function private.apply_bulk_act(target uuid, act jsonb) returns text
  language plpgsql security definer set search_path = ''
  -- One account that breaks must not hold up all others for ever. What may succeed next time is no such thing.
  as $$
  begin
    return private.apply_user_act(target, act) ->> 'message';
  exception
    when serialization_failure or deadlock_detected or query_canceled or admin_shutdown or lock_not_available then
      raise;
    when others then
      return format('It could not be done (%s).', sqlstate);
  end
  $$;

create function public.step_bulk(actor jsonb, bulk_id uuid, max_accounts integer default 50) returns jsonb
  language plpgsql security definer set search_path = ''
  -- The acts and the note that they were done are one transaction: a step that breaks off has done nothing.
  as $$
  declare
    operation public.bulk_operations;
    target private.bulk_targets;
    refused text;
    done integer := 0;
  begin
    perform private.begin_user_acts(actor);
    select * into operation from public.bulk_operations o where o.id = bulk_id for update;
    if not found then
      return private.bulk_not_found();
    end if;
    for target in
      select * from private.bulk_targets t where t.operation_id = bulk_id and t.state = 'pending'
      order by t.place limit least(greatest(max_accounts, 1), 200)
    loop
      refused := private.apply_bulk_act(
        target.user_id, operation.operation_details || jsonb_build_object('type', operation.operation_type)
      );
      update private.bulk_targets t
      set state = case when refused is null then 'done' else 'refused' end, message = refused
      where t.operation_id = bulk_id and t.place = target.place;
      done := done + 1;
    end loop;
    if operation.status = 'in_progress' then
      update public.bulk_operations o
      set progress = o.progress + done,
        status = case when o.progress + done >= o.total_count then 'completed' else 'in_progress' end,
        completed_at = case when o.progress + done >= o.total_count then now() end
      where o.id = bulk_id
      returning * into operation;
      if operation.status = 'completed' then
        perform private.log_admin_act('bulk.complete', null, jsonb_build_object('operation', bulk_id));
      end if;
    end if;
    return private.bulk_answer(bulk_id);
  end
  $$;
comment on function public.step_bulk(jsonb, uuid, integer) is
  'Does the next accounts of an operation, each once; any administrator may go on. {ok, operation, refusals}';

create function public.read_bulk(actor jsonb, bulk_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.act_as(actor);
    return coalesce(private.bulk_answer(bulk_id), private.bulk_not_found());
  end
  $$;
comment on function public.read_bulk(jsonb, uuid) is 'How far an operation is. {ok, operation, refusals}';

create function public.list_bulk(actor jsonb, page integer default 1, page_size integer default 50) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.act_as(actor);
    return jsonb_build_object(
      'ok', true,
      'operations', coalesce((
        select jsonb_agg(private.bulk_view(f) order by f.created_at desc, f.id)
        from (
          select * from public.bulk_operations o order by o.created_at desc, o.id
          limit least(greatest(list_bulk.page_size, 1), 100)
          offset (least(greatest(list_bulk.page, 1), 100000) - 1)::bigint * least(greatest(list_bulk.page_size, 1), 100)
        ) f
      ), '[]'::jsonb),
      'total', (select count(*) from public.bulk_operations), 'total_is_exact', true
    );
  end
  $$;
comment on function public.list_bulk(jsonb, integer, integer) is 'Operations, newest first. {ok, operations, total, total_is_exact}';

revoke execute on function
  private.bulk_view(public.bulk_operations), private.bulk_answer(uuid), private.bulk_not_found(),
  private.apply_bulk_act(uuid, jsonb),
  public.start_bulk(jsonb, uuid, jsonb, text[], jsonb), public.step_bulk(jsonb, uuid, integer),
  public.read_bulk(jsonb, uuid), public.list_bulk(jsonb, integer, integer)
  from public, anon, authenticated, service_role;
grant execute on function
  public.start_bulk(jsonb, uuid, jsonb, text[], jsonb), public.step_bulk(jsonb, uuid, integer),
  public.read_bulk(jsonb, uuid), public.list_bulk(jsonb, integer, integer)
  to service_role;

alter table private.bulk_targets enable row level security;
revoke all on table private.bulk_targets from public, anon, authenticated, service_role;
