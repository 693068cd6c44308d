import { summaryOf, type Attack, type Person, type Target } from './target.ts';

/** A backtracking regular expression would take hours for this text. */
const slowText = `${'a'.repeat(20_000)}c`;
const slowPattern = '^(a*?)(a*?)\\1c$';

/** Reads through the REST API as a guest with one long message. */
const read = (name: string, path: string, expected: RegExp): Attack => ({
  name,
  async run(target) {
    const guest = await target.guest();
    await target.chat(guest, slowText);
    return summaryOf(await target.call(`/rest/v1/${path}`, { as: guest }));
  },
  expected,
});

const times = (count: number, text: string, separator = ',') =>
  Array.from({ length: count }, () => text).join(separator);

async function chatWithReplies(target: Target, guest: Person, content: string, count: number): Promise<void> {
  const chatId = await target.chat(guest, content);
  const own = await target.call(`/rest/v1/chat_messages?select=id&chat_id=eq.${chatId}`, { as: guest });
  const [{ id: parentId }] = JSON.parse(own.text) as [{ id: string }];
  await target.service.admin.from('chat_messages').insert(
    Array.from({ length: count }, () => ({
      chat_id: chatId,
      user_id: guest.id,
      parent_id: parentId,
      role: 'assistant',
      content: 'short',
    })),
  );
}

const regexRefused = /^400 .*Regular expressions are not supported/;
const limit = /^400 54000: /;

/** Attacks on the query language of the REST API. */
export const restAttacks: readonly Attack[] = [
  read(
    'a regular expression with a back reference over an own row',
    `chat_messages?select=id&content=match.${slowPattern}`,
    regexRefused,
  ),
  read(
    'the same inside or, negated',
    `chat_messages?select=id&or=(id.is.null,content.not.imatch.${'a*'.repeat(20)}b)`,
    regexRefused,
  ),
  read(
    'the same on an embed',
    `chat_history?select=id,chat_messages!chat_id(id)&chat_messages.content=match.${slowPattern}`,
    regexRefused,
  ),
  read(
    'the same over the rows of a function',
    `rpc/list_branch?chat=00000000-0000-4000-8000-000000000000&content=match.a`,
    regexRefused,
  ),
  read('the operator of PostgreSQL itself', 'chat_messages?select=id&content=~.a', /^400 PGRST100: /),
  read('a pattern with eleven wildcards', `chat_messages?select=id&content=like.${'*a'.repeat(11)}`, limit),
  read(
    'a full-text filter over message texts',
    'chat_messages?select=id&content=wfts.hello',
    /^400 .*tsvector/,
  ),
  read(
    'embeds fifteen levels deep',
    `chat_messages?select=*,${'chat_history!chat_id(*,chat_messages!chat_id(*,'.repeat(7)}id${'))'.repeat(7)}`,
    limit,
  ),
  read(
    'a table embedded in what it embeds',
    'chat_messages?select=id,chat_history!chat_id(chat_messages!chat_id(id))',
    limit,
  ),
  read('sixty-one filters', `chat_messages?select=id&${times(61, 'content=like.*a*b', '&')}`, limit),
  read('thirty-one branches', `chat_messages?select=id&or=(${times(31, 'content.like.*a*b')})`, limit),
  read('brackets that never close', `chat_messages?or=${'('.repeat(11_000)}`, /^400 /),
  read('a column two hundred and one times', `chat_messages?select=${times(201, 'content')}`, limit),
  read('a cast that looks up the catalog', 'chat_messages?select=content::regclass', /^400 42704: /),
  {
    name: 'a large parent inside each of its nine hundred children',
    async run(target) {
      const guest = await target.guest();
      await chatWithReplies(target, guest, 'x'.repeat(100_000), 900);
      return summaryOf(
        await target.call('/rest/v1/chat_messages?select=id,parent_id(content)', { as: guest }),
      );
    },
    expected: /^400 .*at most 16777216 bytes/,
  },
  {
    name: 'delete without a filter',
    async run(target) {
      const guest = await target.guest();
      await target.chat(guest);
      return summaryOf(await target.call('/rest/v1/chat_history', { as: guest, method: 'DELETE' }));
    },
    expected: /^400 .*DELETE requires a WHERE clause/,
  },
  {
    name: 'a foreign origin',
    async run(target) {
      const guest = await target.guest();
      const answer = await target.call('/rest/v1/chat_history?select=id', {
        as: guest,
        headers: { origin: 'https://evil.example' },
      });
      return `${answer.status} ${answer.headers.get('access-control-allow-origin') ?? 'no origin allowed'}`;
    },
    expected: /^(?:403|200 no origin allowed)/,
  },
];
