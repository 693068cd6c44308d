import type { Database } from './database.ts';

/**
 * Lets service_role see every row where it does not bypass row-level security, because only a superuser can create a
 * role that does. A policy adds no privilege: what the grants withhold stays withheld. Runs after each migration.
 */
const passService = `
do $$
declare
  item record;
begin
  if (select rolbypassrls from pg_roles where rolname = 'service_role') then return; end if;
  for item in
    select c.oid::regclass as name from pg_class c
    where c.relrowsecurity and c.relkind in ('r', 'p')
      and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and pg_has_role(current_user, c.relowner, 'USAGE')
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'service_role_passes')
  loop
    execute format(
      'create policy service_role_passes on %s to service_role using (true) with check (true)', item.name
    );
  end loop;
end
$$;`;

export async function letServicePass(database: Database): Promise<void> {
  await database.execute(passService);
}
