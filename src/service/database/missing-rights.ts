import type { Queryable } from './database.ts';

export const insufficientPrivilege = '42501';

/**
 * Thrown if the role in the database URL lacks rights to set up the database. The message lists the statements that an
 * administrator must run.
 */
export class DatabaseRightsMissing extends Error {
  override readonly name = 'DatabaseRightsMissing';
  readonly statements: readonly string[];

  constructor(role: string, statements: readonly string[], options?: ErrorOptions) {
    super(
      `The role ${role} isn't allowed to set up the database. Nothing was changed. ` +
        `Ask an administrator of the PostgreSQL server to run this once in the service's database, then start again:\n\n` +
        `${statements.map((statement) => `  ${statement}`).join('\n')}\n`,
      options,
    );
    this.statements = statements;
  }
}

interface Rights {
  readonly role: string;
  readonly database: string;
  readonly missing: readonly string[];
  readonly withheld: readonly string[];
  readonly mayCreate: boolean;
}

const rightsOfRole = `
select quote_ident(current_user) as role, quote_ident(current_database()) as database,
  array(select name from unnest(array['anon', 'authenticated', 'service_role']) with ordinality as wanted(name, place)
    where to_regrole(name) is null order by place) as missing,
  array(select wanted.name
    from unnest(array['anon', 'authenticated', 'service_role']) with ordinality as wanted(name, place)
    left join pg_roles r on r.rolname = wanted.name
    where r.oid is null or not pg_has_role(current_user, r.oid,
      case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end)
    order by place) as withheld,
  has_database_privilege(current_database(), 'create')
    and has_schema_privilege('public', 'create') as "mayCreate"`;

/**
 * Returns an error that lists the statements for granting the missing rights, or the original error if no known right
 * is missing.
 */
export async function describeMissingRights(database: Queryable, cause: unknown): Promise<unknown> {
  const [rights] = await database.query<Rights>(rightsOfRole);
  if (!rights) return cause;
  const statements = [
    ...rights.missing.map((name) => `create role ${name} nologin noinherit;`),
    ...(rights.withheld.length > 0 ? [`grant ${rights.withheld.join(', ')} to ${rights.role};`] : []),
    ...(rights.mayCreate ? [] : [`alter database ${rights.database} owner to ${rights.role};`]),
  ];
  return statements.length > 0 ? new DatabaseRightsMissing(rights.role, statements, { cause }) : cause;
}
