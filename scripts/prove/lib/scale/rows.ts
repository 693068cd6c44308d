// The rows of a service after a year. Statements insert whole sets, so that five million rows take only minutes. All
// ids are derived from numbers, so that a measurement can find users, chats and messages without a query.

/** The size of a database. A few people write most chats, and a few chats are long. */
export interface DatabaseSize {
  readonly people: number;
  readonly messages: number;
}

/**
 * The first ten people have the same chats in every database. Their queries must cost the same for any number of other
 * people.
 */
export const measuredPeople = 10;
export const measuredChats = 100;
/** The number of messages in a measured person's first chat. The other chats have eight each. */
export const longChatLength = 300;

export interface FillStep {
  readonly name: string;
  readonly sql: string;
}

const tables = [
  'auth.users',
  'auth.identities',
  'auth.sessions',
  'auth.refresh_tokens',
  'public.chat_history',
  'public.chat_messages',
  'public.message_reservations',
  'public.message_usage',
  'public.user_activity_logs',
  'private.message_vectors',
  'private.title_vectors',
  'private.user_directory',
];

/** Drops the indexes that no constraint needs. They are built once the rows are inserted. */
const dropIndexes = `
create unlogged table scale.indexes as
select pg_get_indexdef(i.indexrelid) as definition, i.indexrelid::regclass::text as name
from pg_index i
where i.indrelid = any ('{${tables.join(',')}}'::regclass[]) and not i.indisunique;
do $$
declare
  each text;
begin
  for each in select name from scale.indexes loop
    execute 'drop index ' || each;
  end loop;
end
$$;`;

const buildIndexes = `
do $$
declare
  each text;
begin
  for each in select definition from scale.indexes loop
    execute each;
  end loop;
end
$$;`;

/** A normally distributed random number. PostgreSQL 15 has no function for it. */
const normal = '(sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random()))';

/**
 * Words with the frequencies of a language: the n-th word occurs 1/n as often as the first. The most frequent ones are
 * English.
 */
const words = `
create unlogged table scale.words as
select n, coalesce(
  (array['the','of','and','to','in','that','is','this','with','for','you','they','then','there','work','words','world'])[n],
  translate(left(md5(n::text), 3 + n % 8), '0123456789', 'ghijklmnop')
) as word
from generate_series(1, 20000) n;
create unique index on scale.words (n);
create unlogged table scale.texts (n integer, text text);
-- A row fits into a page as it is, so no text is unpacked for each message that takes a part of it.
alter table scale.texts alter column text set storage plain;
insert into scale.texts
select p.n, left(string_agg(w.word, case when random() < 0.1 then '. ' else ' ' end), 4000)
from (select n, floor(power(20000, random()))::integer as place from generate_series(1, 3000) n, generate_series(1, 850)) p
join scale.words w on w.n = p.place
group by p.n;`;

const people = ({ people: count }: DatabaseSize) => `
create unlogged table scale.people as
select n, md5('person' || n)::uuid as id,
  n <= ${measuredPeople} or n % 10 = 1 as is_professional,
  n > ${measuredPeople} and n > ${count} * 0.99 as is_guest,
  case when n > ${count} * 0.99 then now() - interval '20 hours' * random()
    else now() - interval '370 days' - interval '300 days' * random() * (n <= ${measuredPeople})::integer
      + interval '365 days' * random() * (n > ${measuredPeople})::integer end as created_at
from generate_series(1, ${count}) n;
insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, last_sign_in_at,
  raw_app_meta_data, raw_user_meta_data, created_at, updated_at, is_anonymous, confirmation_token, recovery_token,
  email_change_token_new, email_change)
select '00000000-0000-0000-0000-000000000000', id, 'authenticated', 'authenticated',
  case when not is_guest then 'person' || n || '@' || (array['example', 'mail', 'clover'])[1 + n % 3] || '.test' end,
  '', case when not is_guest then created_at end, now() - interval '60 days' * power(random(), 2), '{}',
  jsonb_build_object('name', (array['Ada', 'Grace', 'Alan', 'Edsger'])[1 + n % 4] || ' ' || left(md5(n::text), 8)),
  created_at, created_at, is_guest, '', '', '', ''
from scale.people;
-- An administrator, and what the retention jobs find at each run: the same number however many are there.
insert into auth.users (id, aud, role, email, email_confirmed_at, created_at, last_sign_in_at)
values (md5('administrator')::uuid, 'authenticated', 'authenticated', 'administrator@clover.test', now(), now(), now());
insert into auth.users (id, aud, role, is_anonymous, created_at)
select md5('expired guest' || n)::uuid, 'authenticated', 'authenticated', true, now() - interval '30 hours'
from generate_series(1, 5) n;
insert into auth.users (id, aud, role, email, confirmation_sent_at, created_at)
select md5('unconfirmed' || n)::uuid, 'authenticated', 'authenticated', 'unconfirmed' || n || '@example.test',
  now() - interval '9 days', now() - interval '9 days'
from generate_series(1, 5) n;
insert into auth.identities (provider_id, user_id, identity_data, provider, created_at)
select id::text, id, jsonb_build_object('email', email), 'email', created_at from auth.users where email is not null;
insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
select md5('session' || n || ':' || s)::uuid, id, now() - interval '30 days' * random(), now(), 'aal1', 'Browser', '192.0.2.1'
from scale.people, generate_series(1, 1 + n % 3) s;
insert into auth.refresh_tokens (token, user_id, revoked, created_at, updated_at, session_id)
select 'token' || p.n || ':' || s || ':' || t, p.id, t < 4, now(), now(), md5('session' || p.n || ':' || s)::uuid
from scale.people p, generate_series(1, 1 + p.n % 3) s, generate_series(1, 4) t;
insert into public.user_verification_status (user_id, email_verified, email_verified_at)
select id, true, email_confirmed_at from auth.users where email_confirmed_at is not null;
insert into public.account_changes (user_id) select id from scale.people where n % 10 = 1;
insert into public.subscriptions (user_id, plan, source) select id, 'professional', 'admin' from scale.people where is_professional;
insert into public.user_roles (user_id, role) values (md5('administrator')::uuid, 'admin');
insert into public.user_roles (user_id, role)
select id, case n % 2 when 0 then 'banned' else 'restricted' end from scale.people where n between 21 and 140;
insert into public.temporary_restrictions (user_id, restriction_type, expires_at)
select id, 'restrict', now() + interval '10 days' from scale.people where n between 141 and 160;
insert into public.llm_api_keys (user_id, name, prefix, key_hash, created_at)
select id, 'A program', 'clv_' || left(md5(n::text), 6), md5('key' || n), now() - interval '300 days' * random()
from scale.people where n % 10 = 1;
insert into public.user_activity_logs (user_id, admin_id, action_type, action_details, created_at)
select p.id, case when l < 3 then md5('administrator')::uuid end,
  (array['user.view', 'user.set-plan', 'api-key.create', 'support.consent'])[l], '{}', now() - interval '365 days' * random()
from scale.people p, generate_series(1, 4) l;`;

const chats = ({ people: count, messages }: DatabaseSize) => `
create unlogged table scale.chats as
with wanted as (
  select (p - 1) * ${measuredChats} + c as k, p as person, case c when 1 then ${longChatLength} else 8 end as length,
    365 * power((c - 0.5) / ${measuredChats}, 1.5) as age
  from generate_series(1, ${measuredPeople}) p, generate_series(1, ${measuredChats}) c
  union all
  select ${measuredPeople * measuredChats} + n,
    ${measuredPeople + 1} + floor(${count - measuredPeople} * power(random(), 3))::integer,
    least(2000, 2 * ceil(2.6 * exp(${normal})))::integer, 365 * power(random(), 1.5)
  from generate_series(1, ${Math.ceil(messages / 6)}) n
),
summed as (select *, sum(length) over (order by k) - length as before from wanted),
kept as (select k, person, least(length, ${messages} - before)::integer as length, age from summed where before < ${messages})
select k, person, length, now() - interval '1 day' * age as started_at,
  least(interval '45 seconds', interval '1 day' * age / (length + 1)) as step
from kept;
insert into public.chat_history (id, user_id, title, active_message_id, pinned_at, created_at, updated_at)
select md5('chat' || c.k)::uuid, p.id, left(x.text, 20 + c.k % 40) || case when c.k % 40 = 3 then ' trellis' else '' end,
  md5(c.k || ':' || c.length)::uuid, case when c.k % 50 = 3 then c.started_at end, c.started_at, c.started_at + c.length * c.step
from scale.chats c join scale.people p on p.n = c.person join scale.texts x on x.n = 1 + c.k % 3000
order by c.started_at;
insert into public.chat_history (user_id, title, updated_at)
select md5('expired guest' || n)::uuid, 'A chat', now() - interval '30 hours' from generate_series(1, 5) n, generate_series(1, 2);
insert into private.title_vectors (chat_id, vector)
select id, private.searchable(title, user_id, 'A') from public.chat_history;`;

/**
 * Ordered by time, so that a chat's messages are not stored next to each other, as if many people had written at the
 * same time.
 */
const messageTimes = `
create unlogged table scale.messages as
select c.k, i, c.person, c.started_at + i * c.step as created_at
from scale.chats c, generate_series(1, c.length) i
order by 4;`;

// Every 40th message is a new version of the message two places before it.
const messages = `
insert into public.chat_messages
  (id, chat_id, user_id, role, content, parent_id, model_id, vendor_id, created_at)
select md5(m.k || ':' || m.i)::uuid, md5('chat' || m.k)::uuid, p.id, case m.i % 2 when 1 then 'user' else 'assistant' end,
  ltrim(substr(repeat(x.text, 1 + m.length / 3500), 1 + floor(random() * 400)::integer, m.length))
    || case when m.i = 3 and m.k % 10 = 5 then ' quetzal in the garden.useTrellis()' else ' .' end,
  case when m.i % 40 = 1 and m.i > 1 then md5(m.k || ':' || m.i - 3)::uuid
    when m.i > 1 then md5(m.k || ':' || m.i - 1)::uuid end,
  case m.i % 2 when 0 then 'clover-demo' end, case m.i % 2 when 0 then 'demo' end, m.created_at
from (
  select *, (case i % 2 when 1 then least(8000, 12 + 60 * exp(0.9 * ${normal}))
    else least(20000, 20 + 500 * exp(0.9 * ${normal})) end)::integer as length
  from scale.messages
) m
join scale.people p on p.n = m.person
join scale.texts x on x.n = 1 + abs(hashint4(m.k * 31 + m.i)) % 3000;`;

const vectors = `
insert into private.message_vectors (message_id, chat_id, written_at, vector)
select m.id, m.chat_id, m.created_at, private.searchable(m.content, m.user_id, 'D') from public.chat_messages m;`;

const usage = `
insert into public.message_reservations (message_id, user_id, usage_day, attempts, state, created_at, last_attempt_at)
select md5(m.k || ':' || m.i)::uuid, p.id, (m.created_at at time zone 'utc')::date, 1, 'answered', m.created_at, m.created_at
from scale.messages m join scale.people p on p.n = m.person
where m.i % 2 = 1 and m.created_at > private.today() - 30;
insert into private.message_counts (user_id, usage_day, used, attempts)
select user_id, usage_day, count(*), count(*) from public.message_reservations where usage_day >= private.today() - 7
group by 1, 2;
insert into public.message_usage (user_id, usage_day, model_id, requests, prompt_tokens, completion_tokens, cost, billed_tokens)
select p.id, (m.created_at at time zone 'utc')::date, (array['clover-demo', 'clover-large'])[1 + (m.k % 5 = 0)::integer],
  count(*), count(*) * 300, count(*) * 120, count(*) * 0.0004, count(*) * 420
from scale.messages m join scale.people p on p.n = m.person
where m.i % 2 = 0
group by 1, 2, 3
order by 2;
insert into private.completion_statistics (usage_day, vendor, model_id, requests, prompt_tokens, completion_tokens, cost)
select usage_day, 'demo', model_id, sum(requests), sum(prompt_tokens), sum(completion_tokens), sum(cost)
from public.message_usage group by 1, 3;
insert into public.message_images (user_id, message_id, content_type, content, created_at)
select p.id, md5(m.k || ':' || m.i)::uuid, 'image/png', '\\x89', m.created_at
from scale.messages m join scale.people p on p.n = m.person where m.i = 2 and m.k % 50 = 0;
insert into public.message_images (user_id, content_type, content, created_at)
select id, 'image/png', '\\x89', now() - interval '2 days' from scale.people where n <= 5;
insert into private.user_directory (user_id, email, name, is_guest, created_at, last_sign_in_at, is_unconfirmed)
select id, email, raw_user_meta_data ->> 'name', is_anonymous, created_at, last_sign_in_at,
  email is not null and email_confirmed_at is null
from auth.users;
insert into private.counters (subject, day, change)
select 'accounts', null::date, count(*) from private.user_directory
union all select 'guests', null, count(*) from private.user_directory where is_guest
union all select 'chats', null, count(*) from public.chat_history
union all select 'new_accounts', (created_at at time zone 'utc')::date, count(*)
  from private.user_directory where not is_guest group by 2
union all select 'active_accounts', usage_day, count(distinct user_id) from public.message_usage group by 2;`;

/** Returns the steps that fill a migrated, empty database. They must run in one superuser session. */
export const stepsFor = (scale: DatabaseSize): readonly FillStep[] => [
  {
    name: 'prepare',
    // Turns off triggers and foreign keys, which would check each row. Later steps write the rows that the triggers
    // would write.
    sql: `set session_replication_role = replica; set work_mem = '256MB'; set maintenance_work_mem = '1GB';
      select setseed(0.25); drop schema if exists scale cascade; create schema scale; ${dropIndexes}`,
  },
  { name: 'words', sql: words },
  { name: 'people', sql: people(scale) },
  { name: 'chats', sql: chats(scale) },
  { name: 'message times', sql: messageTimes },
  { name: 'messages', sql: messages },
  { name: 'search vectors', sql: vectors },
  { name: 'usage', sql: usage },
  { name: 'indexes', sql: buildIndexes },
  { name: 'done', sql: 'drop schema scale cascade' },
  { name: 'vacuum', sql: 'vacuum (analyze)' },
];
