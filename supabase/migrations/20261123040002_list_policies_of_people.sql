-- The page of roles shows what people may do, not the service's own way past row-level security.
-- Function: list_roles.

create or replace function public.list_roles(actor jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Read from the rules themselves, so that the page cannot say anything else than what holds.
  as $$
  begin
    perform private.act_as(actor);
    return jsonb_build_object(
      'ok', true,
      'roles', (
        select jsonb_agg(jsonb_build_object(
          'role', each.role,
          'members', (select count(*) from public.user_roles r where r.role = each.role)
        ) order by each.place)
        from unnest(array['admin', 'restricted', 'banned']) with ordinality as each (role, place)
      ),
      'permissions', coalesce((
        select jsonb_agg(jsonb_build_object(
          'table', p.tablename, 'operation', lower(p.cmd), 'database_role', role.name, 'sentence', p.policyname,
          'names_administrators', coalesce(p.qual, '') || coalesce(p.with_check, '') like '%is_admin%'
        ) order by p.tablename, p.cmd, role.name, p.policyname)
        from pg_catalog.pg_policies p cross join unnest(p.roles) as role (name)
        -- Where service_role does not bypass row-level security, it has a policy in each table.
        where p.schemaname = 'public' and role.name <> 'service_role'
      ), '[]'::jsonb),
      'acts', coalesce((
        select jsonb_agg(jsonb_build_object(
          'name', f.proname, 'sentence', coalesce(pg_catalog.obj_description(f.oid, 'pg_proc'), '')
        ) order by f.proname)
        from pg_catalog.pg_proc f
        where f.pronamespace = 'public'::regnamespace and f.proargnames[1] = 'actor'
      ), '[]'::jsonb)
    );
  end
  $$;
