import { randomUUID } from 'node:crypto';
import { summaryOf, type Attack, type Target } from './target.ts';

/** A backtracking regular expression would take hours for this text. */
const slowText = `${'a'.repeat(20_000)}c`;
const slowPattern = '^(a*?)(a*?)\\1c$';

/** Sends one request of a guest who has a chat. `path` is relative to /rest/v1/. */
const asGuest =
  (path: string | ((chat: string) => string), content?: string) =>
  async (target: Target): Promise<string> => {
    const guest = await target.guest();
    const chat = await target.chat(guest, content);
    const below = typeof path === 'string' ? path : path(chat);
    return summaryOf(await target.call(`/rest/v1/${below}`, { as: guest }));
  };

const messages = (filter: string) => `chat_messages?select=id&${filter}`;

/** Regular expressions in every place where a request can contain one. */
const expressions: readonly (readonly [string, string])[] = [
  ['as a filter', `content=match.${slowPattern}`],
  ['ignoring case', `content=imatch.${slowPattern}`],
  ['negated', `content=not.match.${slowPattern}`],
  ['inside or', `or=(content.match.${slowPattern},id.is.null)`],
  ['inside and', `and=(content.imatch.${slowPattern},id.not.is.null)`],
  ['inside or in and', `and=(or(content.match.${slowPattern},id.is.null),id.not.is.null)`],
  ['of any of a list', `content=match(any).{${slowPattern},b}`],
  ['of all of a list', `content=imatch(all).{${slowPattern}}`],
  ['on an embedded table', `chat_history.title=match.${slowPattern}`],
  ['by the operator itself', `content=~.${slowPattern}`],
];

const nested = (levels: number): string =>
  Array.from({ length: levels }, (_, level) =>
    level % 2 === 0 ? 'chat_history' : 'chat_messages',
  ).reduceRight((inner, table) => `${table}(id${inner ? `,${inner}` : ''})`, '');

const many = (count: number, each: (index: number) => string, separator = ',') =>
  Array.from({ length: count }, (_, index) => each(index)).join(separator);

const expensiveRequests: readonly (readonly [string, string, string?])[] = [
  ['embeds of 15 levels', `chat_messages?select=id,${nested(15)}`],
  ['a table that embeds itself through another', `chat_messages?select=id,${nested(2)}`],
  [
    'two levels of embeds that return to the first table',
    'chat_history?select=id,chat_messages(id,chat_history(id))',
  ],
  [
    'thirty embeds side by side',
    `chat_history?select=id,${many(30, (index) => `m${index}:chat_messages(id)`)}`,
  ],
  ['500 filters', messages(many(500, () => 'id=not.is.null', '&'))],
  ['200 branches of one or', messages(`or=(${many(200, () => 'id.is.null')})`)],
  ['or inside or, 20 levels', messages(`or=(${'or('.repeat(20)}id.is.null${')'.repeat(20)})`)],
  ['a list of 2,000 values', messages(`content=in.(${many(2_000, () => 'a')})`)],
  ['a pattern of 60 wildcards', messages(`content=like.${'*a'.repeat(60)}`), slowText],
  ['a pattern of 2,000 characters', messages(`content=ilike.*${'a'.repeat(2_000)}*`), slowText],
  ['like with any of many patterns', messages(`content=like(any).{${many(300, () => '*a*')}}`)],
  ['a full text search of 2,000 characters', messages(`content=fts.${'a|'.repeat(1_000)}a`)],
  ['1,000 columns', `chat_messages?select=${many(1_000, (index) => `c${index}:id`)}`],
  ['sorting by 100 columns', `chat_messages?select=id&order=${many(100, () => 'id')}`],
  ['a json path of 200 steps', `chat_messages?select=x:content${'->a'.repeat(200)}`],
  ['a URL of 15,000 characters', messages(`content=eq.${'a'.repeat(15_000)}`)],
];

const write =
  (method: string, table: string, headers: Readonly<Record<string, string>> = {}): Attack['run'] =>
  async (target) => {
    const person = await target.person();
    await target.chat(person);
    const before = await target.call('/rest/v1/chat_history?select=id', { as: person });
    const body = method === 'PATCH' ? { body: { title: 'gone' } } : {};
    const seen = await target.call(`/rest/v1/${table}`, { method, as: person, headers, ...body });
    const after = await target.call('/rest/v1/chat_history?select=id', { as: person });
    return `${summaryOf(seen)}${before.text === after.text ? '' : ', but rows are gone'}`;
  };

/** More attacks on the REST API: unusual input, the limits, and other people's rows. */
export const requestAttacks: readonly Attack[] = [
  ...expressions.map(([how, filter]): Attack => ({
    name: `a regular expression with a back reference ${how}`,
    run: asGuest(messages(filter), slowText),
    expected: /^400 /,
  })),
  ...expensiveRequests.map(([name, path, content]): Attack => ({
    name,
    run: asGuest(path, content),
    expected: /^(400|414|431) /,
  })),
  {
    name: 'a delete without a filter',
    run: write('DELETE', 'chat_history'),
    expected: /^400 21000.*(?<!gone)$/,
  },
  {
    name: 'an update without a filter',
    run: write('PATCH', 'chat_history'),
    expected: /^400 21000.*(?<!gone)$/,
  },
  {
    name: 'more rows than one response may have',
    async run(target) {
      const person = await target.person('professional');
      const chat = await target.chat(person);
      const answer = await target.call(`/rest/v1/chat_messages?select=id&chat_id=eq.${chat}&limit=1000000`, {
        as: person,
      });
      const offset = await target.call('/rest/v1/chat_messages?select=id&offset=99999999999999999999', {
        as: person,
      });
      return `${answer.status}, offset ${offset.status}`;
    },
    expected: /^(200|400), offset (400|416)$/,
  },
  {
    name: 'the messages of another person',
    async run(target) {
      const chat = await target.chat(await target.person());
      const guest = await target.guest();
      const theirs = await target.call(`/rest/v1/chat_messages?chat_id=eq.${chat}&select=id`, { as: guest });
      const none = await target.call(`/rest/v1/chat_messages?chat_id=eq.${randomUUID()}&select=id`, {
        as: guest,
      });
      return theirs.text === none.text && theirs.status === none.status
        ? `${theirs.status} ${theirs.text}`
        : 'two different answers';
    },
    expected: /^200 \[\]$/,
  },
  {
    name: 'a message in the chat of another person',
    async run(target) {
      const chat = await target.chat(await target.person());
      const guest = await target.guest();
      const insert = (id: string) =>
        target.call('/rest/v1/chat_messages', {
          as: guest,
          body: { id: randomUUID(), chat_id: id, user_id: guest.id, role: 'user', content: 'Hello' },
        });
      const [theirs, none] = [await insert(chat), await insert(randomUUID())];
      return theirs.status === none.status ? summaryOf(theirs) : `${theirs.status} and ${none.status}`;
    },
    expected: /^(400|403|404|409) /,
  },
  {
    name: 'the encrypted vendor keys',
    run: asGuest('api_vendors?select=api_key_encrypted'),
    expected: /^40[13] /,
  },
  {
    name: 'a table of the auth schema',
    run: asGuest('users?select=id,encrypted_password'),
    expected: /^(404|406) /,
  },
  {
    name: 'a body of 5,000 nested brackets',
    async run(target) {
      const guest = await target.guest();
      return summaryOf(
        await target.call('/rest/v1/rpc/import_chats', {
          as: guest,
          body: `{"data":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
        }),
      );
    },
    expected: /^(400|404) /,
  },
  {
    name: 'a flood of 300 requests by one guest',
    async run(target) {
      const guest = await target.guest();
      await target.chat(guest);
      const answers = await Promise.all(
        Array.from({ length: 300 }, () =>
          target.call('/rest/v1/chat_messages?select=*&content=like.*a*', { as: guest }).then(
            ({ status }) => status,
            () => 0,
          ),
        ),
      );
      return [...new Set(answers)].toSorted((one, other) => one - other).join(' ');
    },
    expected: /^(200 ?|429 ?|503 ?)+$/,
  },
];
