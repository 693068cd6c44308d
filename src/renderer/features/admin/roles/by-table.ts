import type { Permission } from '../../../../shared/admin/roles.ts';

/** The rules of each table, tables by name. */
export function byTable(
  permissions: readonly Permission[],
): readonly (readonly [table: string, rules: readonly Permission[]])[] {
  const tables = Map.groupBy(permissions, ({ table }) => table);
  return [...tables].toSorted(([one], [other]) => one.localeCompare(other));
}
