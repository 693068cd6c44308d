import type { Catalog, ForeignKey, Table } from './catalog.ts';
import type { Embed } from './query/query.ts';
import { Refusal } from './refusal.ts';

/** Pairs of columns from two tables that must be equal. */
type Pairs = readonly (readonly [near: string, far: string])[];

/** How the rows of a target table relate to the rows of an origin table. */
export interface Relationship {
  readonly cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many';
  /** The name of the foreign key, or of the junction table. */
  readonly name: string;
  readonly target: Table;
  /** Column pairs of the origin and the target. If there is a junction, of the origin and the junction. */
  readonly pairs: Pairs;
  /** The table between the two, and its column pairs with the target. */
  readonly junction: { readonly table: string; readonly pairs: Pairs } | null;
}

export const isToOne = ({ cardinality }: Relationship): boolean =>
  cardinality === 'many-to-one' || cardinality === 'one-to-one';

const pair = (near: readonly string[], far: readonly string[]): Pairs =>
  near.map((name, index) => [name, far[index] ?? name]);

function directRelationships(catalog: Catalog, origin: string): Relationship[] {
  const relationships: Relationship[] = [];
  for (const key of catalog.foreignKeys) {
    const target = catalog.tables.get(key.targetTable);
    if (key.table === origin && target)
      relationships.push({
        cardinality: key.isUnique ? 'one-to-one' : 'many-to-one',
        name: key.name,
        target,
        pairs: pair(key.columns, key.targetColumns),
        junction: null,
      });
    const referrer = catalog.tables.get(key.table);
    if (key.targetTable === origin && referrer)
      relationships.push({
        cardinality: key.isUnique ? 'one-to-one' : 'one-to-many',
        name: key.name,
        target: referrer,
        pairs: pair(key.targetColumns, key.columns),
        junction: null,
      });
  }
  return relationships;
}

/** Finds relationships through a junction, which is a table whose primary key contains both foreign keys. */
function junctionRelationships({ tables, foreignKeys }: Catalog, origin: string): Relationship[] {
  const isInKey = ({ table, columns }: ForeignKey) =>
    columns.every((column) => tables.get(table)?.primaryKey.includes(column));
  const keysIn = foreignKeys.filter(isInKey);
  return keysIn
    .filter((near) => near.targetTable === origin)
    .flatMap((near) =>
      keysIn
        .filter((far) => far.table === near.table && far.name !== near.name)
        .flatMap((far): Relationship[] => {
          const target = tables.get(far.targetTable);
          if (!target) return [];
          return [
            {
              cardinality: 'many-to-many',
              name: near.table,
              target,
              pairs: pair(near.targetColumns, near.columns),
              junction: { table: near.table, pairs: pair(far.columns, far.targetColumns) },
            },
          ];
        }),
    );
}

/** Checks whether a hint names the relationship: its foreign key, its junction, or a column of its only pair. */
function isNamed(relationship: Relationship, word: string, sides: 'near' | 'both'): boolean {
  if (relationship.name === word) return true;
  if (relationship.junction || relationship.pairs.length !== 1) return false;
  const [near, far] = relationship.pairs[0] ?? [];
  return near === word || (sides === 'both' && far === word);
}

/** Applies PostgREST's rules for the meaning of `target!hint`. */
function matchesEmbed(relationship: Relationship, origin: string, { target, hint }: Embed): boolean {
  const { cardinality, pairs, target: table } = relationship;
  if (table.name === origin && !relationship.junction) {
    // A table that references itself: embedding by the table's name returns the children, by a column's name the parent.
    if (target !== origin)
      return cardinality === 'many-to-one' && hint === null && isNamed(relationship, target, 'near');
    if (cardinality !== 'one-to-many') return false;
    return hint === null || relationship.name === hint || (pairs.length === 1 && pairs[0]?.[1] === hint);
  }
  if (hint === null)
    return table.name === target || (!relationship.junction && isNamed(relationship, target, 'near'));
  return table.name === target && isNamed(relationship, hint, 'both');
}

/**
 * Finds the relationship that an embed refers to.
 *
 * @throws Refusal if there is none, or more than one
 */
export function findRelationship(catalog: Catalog, origin: string, embed: Embed): Relationship {
  const found = [...directRelationships(catalog, origin), ...junctionRelationships(catalog, origin)].filter(
    (one) => matchesEmbed(one, origin, embed),
  );
  const [relationship] = found;
  const { target, hint } = embed;
  if (!relationship)
    throw new Refusal(400, {
      code: 'PGRST200',
      message: `Could not find a relationship between '${origin}' and '${target}' in the schema cache`,
      details: `Searched for a foreign key relationship between '${origin}' and '${target}'${
        hint === null ? '' : ` using the hint '${hint}'`
      } in the schema 'public', but no matches were found.`,
    });
  if (found.length > 1)
    throw new Refusal(300, {
      code: 'PGRST201',
      message: `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
      hint: `Try changing '${target}' to one of the following: ${found
        .map(({ name, target: table }) => `'${table.name}!${name}'`)
        .join(', ')}.`,
    });
  return relationship;
}
