import { limits } from '../limits.ts';
import { limitExceeded, Refusal } from '../refusal.ts';
import type { Embed, Selection, SelectItem } from './query.ts';
import { Scanner } from './scanner.ts';

/** The request's remaining limits, shared by all levels. */
interface Budget {
  items: number;
  embeds: number;
}

/** The types that `column::type` may name, with PostgreSQL's aliases. Any other type could run its input function. */
const castTypes = new Set(
  (
    'text varchar char bool boolean int2 int4 int8 smallint int integer bigint numeric decimal float4 float8 real ' +
    'date time timetz timestamp timestamptz interval uuid json jsonb'
  ).split(' '),
);

function castOf(scanner: Scanner): string | null {
  if (!scanner.accept('::')) return null;
  const type =
    scanner
      .match(/[a-z][a-z0-9_ ]*(?:\[\])?/iy)?.[0]
      .trim()
      .toLowerCase() ?? scanner.fail();
  const element = type.replace(/\[\]$/, '');
  if (!castTypes.has(element) && element !== 'double precision')
    throw new Refusal(400, { code: '42704', message: `type "${type}" does not exist or cannot be cast to` });
  return type;
}

const emptySelection = (): Selection => ({ items: [], filters: [], order: [], limit: null, offset: 0 });

interface EmbedStart {
  readonly target: string;
  readonly alias: string | null;
  readonly isSpread: boolean;
}

function parseEmbed(scanner: Scanner, start: EmbedStart, level: number, budget: Budget): Embed {
  let hint: string | null = null;
  let isInner = false;
  while (scanner.accept('!')) {
    const word = scanner.name();
    if (word === 'inner') isInner = true;
    else if (word !== 'left') hint = word;
  }
  scanner.expect('(');
  budget.embeds -= 1;
  if (budget.embeds < 0) throw limitExceeded(`A request can embed at most ${limits.embeds} tables.`);
  if (level >= limits.embedLevels)
    throw limitExceeded(`Tables can be embedded at most ${limits.embedLevels} levels deep.`);
  const selection = scanner.startsWith(')') ? emptySelection() : parseItems(scanner, level + 1, budget);
  scanner.expect(')');
  if (start.target === 'count' && selection.items.length === 0) throw refuseAggregates();
  return { kind: 'embed', ...start, hint, isInner, selection };
}

/** Refuses aggregates with the error code of hosted projects, which also disable them. */
const refuseAggregates = () =>
  new Refusal(400, { code: 'PGRST123', message: 'Use of aggregate functions is not allowed' });

function parseItem(scanner: Scanner, level: number, budget: Budget): SelectItem {
  budget.items -= 1;
  if (budget.items < 0) throw limitExceeded(`A request can select at most ${limits.selectItems} columns.`);
  if (scanner.accept('...'))
    return parseEmbed(scanner, { target: scanner.name(), alias: null, isSpread: true }, level, budget);
  if (scanner.accept('*')) return { kind: 'all' };
  let name = scanner.name();
  let alias: string | null = null;
  if (scanner.startsWith(':') && !scanner.startsWith('::')) {
    scanner.expect(':');
    alias = name;
    name = scanner.name();
  }
  if (scanner.startsWith('!') || scanner.startsWith('('))
    return parseEmbed(scanner, { target: name, alias, isSpread: false }, level, budget);
  const field = { column: name, steps: scanner.jsonSteps() };
  const cast = castOf(scanner);
  if (scanner.match(/\.[a-z]+\(\)/y)) throw refuseAggregates();
  return { kind: 'column', field, cast, alias };
}

function parseItems(scanner: Scanner, level: number, budget: Budget): Selection {
  const selection = emptySelection();
  do selection.items.push(parseItem(scanner, level, budget));
  while (scanner.accept(','));
  return selection;
}

/** Parses `select`, which defaults to all columns. */
export function parseSelect(text: string | null): Selection {
  if (text === null || text.trim() === '') return { ...emptySelection(), items: [{ kind: 'all' }] };
  const scanner = new Scanner(text, 'select');
  const selection = parseItems(scanner, 0, { items: limits.selectItems, embeds: limits.embeds });
  scanner.end();
  return selection;
}
