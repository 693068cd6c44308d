import { quoteIdentifier } from '../../database/quote.ts';
import type { Catalog, Column } from '../catalog.ts';
import { limits } from '../limits.ts';
import {
  type Embed,
  embedName,
  type OrderTerm,
  type SelectedColumn,
  type Selection,
} from '../query/query.ts';
import { notSupported, limitExceeded, Refusal } from '../refusal.ts';
import { findRelationship, isToOne, type Relationship } from '../relationships.ts';
import { fieldSql, filterSql, type ColumnSource } from './filter.ts';
import { limitedRowsSql, type Parameters, tableName } from './statement.ts';

interface Context {
  readonly catalog: Catalog;
  readonly parameters: Parameters;
}

interface Origin {
  /** A table, or the `source` of a write or a call. */
  readonly from: string;
  readonly name: string;
  /** The table whose foreign keys embeds follow; null if embeds are impossible. */
  readonly table: string | null;
  readonly columns: readonly Column[];
  /** The tables from the root to this one, to refuse recursive embeds. */
  readonly path: readonly string[];
}

export interface SelectSql {
  readonly items: string;
  /** The SQL from `from` to `where`, which counts also need. */
  readonly rows: string;
  /** The SQL from `order by` to `offset`. */
  readonly page: string;
}

interface JoinedEmbed {
  readonly embed: Embed;
  readonly relationship: Relationship;
  readonly alias: string;
  readonly join: string;
}

/** Names a column of the response. As in PostgREST, a json path gets the name of its last key. */
function outputName({ field, alias }: SelectedColumn): string {
  if (alias !== null) return alias;
  const keys = field.steps.map(({ key }) => key).filter((key) => !/^-?\d+$/.test(key));
  return keys.at(-1) ?? field.column;
}

function refuseRecursion(path: readonly string[], target: string): void {
  const isFirstSelfReference = path.at(-1) === target && path.indexOf(target) === path.length - 1;
  if (path.includes(target) && !isFirstSelfReference)
    throw limitExceeded(
      'A table can be embedded only once on a path, and once in itself.',
      'Request the outer rows separately.',
    );
}

function joinEmbed(context: Context, origin: Origin, source: ColumnSource, embed: Embed): JoinedEmbed {
  const { catalog, parameters } = context;
  if (origin.table === null)
    throw new Refusal(400, {
      code: 'PGRST200',
      message: `Could not find a relationship between '${origin.name}' and '${embed.target}' in the schema cache`,
    });
  const relationship = findRelationship(catalog, origin.table, embed);
  const { target, junction, pairs } = relationship;
  refuseRecursion(origin.path, target.name);
  if (embed.isSpread && !isToOne(relationship))
    throw new Refusal(400, {
      code: 'PGRST119',
      message: `A spread operation on '${embedName(embed)}' is not possible`,
      details: `'${origin.name}' and '${embedName(embed)}' do not form a many-to-one or one-to-one relationship`,
    });

  const targetAlias = parameters.alias();
  const junctionAlias = parameters.alias();
  const equalColumnsSql = (left: string, right: string, columns: Relationship['pairs']) =>
    columns.map(([near, far]) => `${left}.${quoteIdentifier(near)} = ${right}.${quoteIdentifier(far)}`);
  const conditions = junction
    ? [
        ...equalColumnsSql(source.alias, junctionAlias, pairs),
        ...equalColumnsSql(junctionAlias, targetAlias, junction.pairs),
      ]
    : equalColumnsSql(source.alias, targetAlias, pairs);
  const selected = selectSql(
    context,
    {
      from: tableName(target.name),
      name: target.name,
      table: target.name,
      columns: target.columns,
      path: [...origin.path, target.name],
    },
    embed.selection,
    targetAlias,
    junction ? ` cross join ${tableName(junction.table)} ${junctionAlias}` : '',
    conditions,
  );
  const alias = parameters.alias();
  const isUnlimited = embed.selection.limit === null && embed.selection.offset === 0;
  // A single row needs no limit. Without a limit, the planner can choose any join.
  const page = isToOne(relationship) && isUnlimited ? '' : selected.page;
  const rows = `select ${selected.items} ${selected.rows} ${page}`;
  const kind = embed.isInner ? 'join' : 'left join';
  if (isToOne(relationship))
    return { embed, relationship, alias, join: `${kind} lateral (${rows}) ${alias} on true` };
  const texts = limitedRowsSql(rows, 'row_to_json(r.*)::text', parameters);
  const list = `select '[' || string_agg(b.body, ',') || ']' as list from (${texts}) b`;
  return {
    embed,
    relationship,
    alias,
    join: `${kind} lateral (${list}) ${alias} on ${embed.isInner ? `${alias}.list is not null` : 'true'}`,
  };
}

function itemsSql(
  context: Context,
  source: ColumnSource,
  selection: Selection,
  joined: readonly JoinedEmbed[],
): string {
  const items = selection.items.flatMap((item): string[] => {
    if (item.kind === 'all') return [`${source.alias}.*`];
    if (item.kind === 'column') {
      const { sql } = fieldSql(source, item.field, context.parameters);
      const value = item.cast === null ? sql : `cast(${sql} as ${item.cast})`;
      return [`${value} as ${quoteIdentifier(outputName(item))}`];
    }
    const join = joined.find(({ embed }) => embed === item);
    if (!join || item.selection.items.length === 0) return [];
    if (item.isSpread) return [`${join.alias}.*`];
    const value = isToOne(join.relationship)
      ? `row_to_json(${join.alias}.*)`
      : `coalesce(${join.alias}.list, '[]')::json`;
    return [`${value} as ${quoteIdentifier(embedName(item))}`];
  });
  return items.join(', ');
}

function orderSql(
  context: Context,
  source: ColumnSource,
  terms: readonly OrderTerm[],
  joined: readonly JoinedEmbed[],
): string {
  const sqlOf = ({ relation, field, descending, nulls }: OrderTerm): string => {
    const join = joined.find(({ embed }) => embedName(embed) === relation);
    if (relation !== null && !join)
      throw new Refusal(400, {
        code: 'PGRST108',
        message: `'${relation}' is not an embedded resource in this request`,
        hint: `Verify that '${relation}' is included in the 'select' query parameter.`,
      });
    if (join && !isToOne(join.relationship))
      throw new Refusal(400, {
        code: 'PGRST118',
        message: `A related order on '${embedName(join.embed)}' is not possible`,
        details: `'${source.name}' and '${embedName(join.embed)}' do not form a many-to-one or one-to-one relationship`,
      });
    const from = join
      ? { name: embedName(join.embed), alias: join.alias, columns: join.relationship.target.columns }
      : source;
    const { sql } = fieldSql(from, field, context.parameters);
    return `${sql}${descending ? ' desc' : ''}${nulls === null ? '' : ` nulls ${nulls}`}`;
  };
  return terms.length === 0 ? '' : `order by ${terms.map(sqlOf).join(', ')}`;
}

/**
 * Returns the select statement of a selection, with its embeds as lateral joins.
 *
 * @throws Refusal if the selection names something that does not exist, or is recursive
 */
export function selectSql(
  context: Context,
  origin: Origin,
  selection: Selection,
  alias = context.parameters.alias(),
  moreTables = '',
  moreConditions: readonly string[] = [],
): SelectSql {
  const source = { name: origin.name, alias, columns: origin.columns };
  const embeds = selection.items.filter((item) => item.kind === 'embed');
  const joined = embeds.map((embed) => joinEmbed(context, origin, source, embed));
  const missing = (name: string): string | null => {
    const join = joined.find(({ embed }) => embedName(embed) === name);
    if (!join) return null;
    if (join.embed.isSpread) throw notSupported('A filter cannot test a spread embed for null.');
    return isToOne(join.relationship)
      ? `not (${join.alias}.* is distinct from null)`
      : `${join.alias}.list is null`;
  };
  const items = itemsSql(context, source, selection, joined);
  const conditions = [
    ...moreConditions,
    ...selection.filters.map((filter) => filterSql(filter, source, context.parameters, missing)),
  ];
  const order = orderSql(context, source, selection.order, joined);
  const limit = Math.min(selection.limit ?? limits.rows, limits.rows);
  return {
    items,
    rows:
      `from ${origin.from} ${alias}${moreTables} ${joined.map(({ join }) => join).join(' ')}` +
      (conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''),
    page: `${order} limit ${limit} offset ${selection.offset}`,
  };
}
