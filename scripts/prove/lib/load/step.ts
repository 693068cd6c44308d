import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import autocannon, { type CannonRequest, type CannonResult } from 'autocannon';
import type { ServiceProcess } from '../service-process.ts';
import type { LoadPerson } from './people.ts';

/** What one number of users got. Milliseconds. */
export interface StepFigures {
  readonly users: number;
  readonly requestsEachSecond: number;
  readonly latency: { readonly p50: number; readonly p99: number };
  /** Above the time that the vendor itself takes for a whole reply. */
  readonly reply: { readonly count: number; readonly p50: number; readonly p99: number };
  /** From the moment a message was sent to its change arriving at its writer's open page. */
  readonly change: { readonly count: number; readonly p50: number; readonly p99: number };
  /** Errors, time-outs and refusals, of requests and replies. */
  readonly failures: number;
}

/** A reply of four seconds: the first word after 200 ms, then 20 deltas a second. */
const reply = { deltas: 76, between: 50, first: 200 };
const replyMilliseconds = reply.first + reply.deltas * reply.between;
/** One of so many users is being answered at each moment. */
const usersToReply = 5;

const columns =
  'id,chat_id,role,content,status,model_id,vendor_id,unavailable_vendor,created_at,seq,parent_id';

/** What an open page asks around one message, in turn: one request a second, so a message every five seconds. */
function requestsOf(person: LoadPerson): CannonRequest[] {
  const headers = { ...person.headers };
  const write = (role: string): CannonRequest => ({
    method: 'POST',
    path: `/rest/v1/chat_messages?select=${columns}`,
    headers: { ...headers, prefer: 'return=representation' },
    setupRequest: (request) => ({
      ...request,
      body: JSON.stringify([
        {
          id: randomUUID(),
          chat_id: person.chat,
          user_id: person.id,
          role,
          content: `${Date.now()} is when I was sent`,
        },
      ]),
    }),
  });
  return [
    {
      method: 'GET',
      path: `/rest/v1/chat_history?select=id,title,created_at,updated_at,pinned_at&user_id=eq.${person.id}&project_id=eq.blue_clover&order=updated_at.desc,id.desc&limit=50`,
      headers,
    },
    {
      method: 'POST',
      path: '/rest/v1/rpc/list_branch',
      headers,
      body: JSON.stringify({ chat: person.chat, max_messages: 60 }),
    },
    write('user'),
    { method: 'POST', path: '/rest/v1/rpc/get_message_quota', headers, body: '{}' },
    write('assistant'),
  ];
}

const streamOf = (person: LoadPerson): CannonRequest => ({
  method: 'POST',
  path: '/functions/v1/chat/completions',
  headers: { ...person.headers },
  body: JSON.stringify({
    model: `ticks-${reply.deltas}-${reply.between}-${reply.first}`,
    messages: [{ role: 'user', content: 'Hello' }],
    stream: true,
  }),
});

/** Opens the live channel of a page; `onChange` hears when the changed message was sent. */
async function listen(
  service: ServiceProcess,
  person: LoadPerson,
  onChange: (sentAt: number) => void,
): Promise<SupabaseClient> {
  const client = createClient(service.url, service.publishableKey, { accessToken: async () => person.token });
  // Told beforehand: a channel that joins without it is a visitor's, who may read no row.
  await client.realtime.setAuth(person.token);
  const channel = client.channel(randomUUID());
  await new Promise<void>((resolve, reject) => {
    channel
      .on<{ content: string }>(
        'postgres_changes',
        { event: 'INSERT', schema: 'public', table: 'chat_messages', filter: `user_id=eq.${person.id}` },
        ({ new: row }) => onChange(Number.parseInt(row.content, 10)),
      )
      .subscribe((status) => {
        if (status === 'SUBSCRIBED') resolve();
        else if (status === 'CHANNEL_ERROR' || status === 'TIMED_OUT')
          reject(new Error(`a live channel was refused: ${status}`));
      });
  });
  return client;
}

const percentile = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ??
  Number.NaN;

const failuresOf = ({ errors, timeouts, non2xx }: CannonResult) => errors + timeouts + non2xx;

/** Lets so many users, each with an open page, go on for so many seconds. People may have several pages open. */
export async function runStep(
  service: ServiceProcess,
  people: readonly LoadPerson[],
  users: number,
  seconds: number,
  around: (run: () => Promise<[CannonResult, CannonResult]>) => Promise<[CannonResult, CannonResult]>,
): Promise<StepFigures> {
  const personOf = (index: number): LoadPerson => {
    const person = people[index % people.length];
    if (!person) throw new Error('Nobody is signed in.');
    return person;
  };
  const delays: number[] = [];
  const pages = await Promise.all(
    Array.from({ length: users }, (_, index) =>
      listen(service, personOf(index), (sentAt) => delays.push(Date.now() - sentAt)),
    ),
  );
  const cannon = (connections: number, requests: (person: LoadPerson) => CannonRequest[], rate?: number) => {
    let next = 0;
    return autocannon({
      url: service.url,
      connections,
      duration: seconds,
      timeout: 10,
      ...(rate === undefined ? {} : { connectionRate: rate }),
      setupClient: (client) => {
        const all = requests(personOf(next));
        // Not all at the same place of the round at the same moment.
        const turn = next % all.length;
        client.setRequests([...all.slice(turn), ...all.slice(0, turn)]);
        next += 1;
      },
    });
  };
  const [asked, replied] = await around(() =>
    Promise.all([
      cannon(users, requestsOf, 1),
      cannon(Math.ceil(users / usersToReply), (person) => [streamOf(person)]),
    ]),
  );
  await Promise.all(pages.map((page) => page.removeAllChannels().then(() => page.realtime.disconnect())));
  return {
    users,
    requestsEachSecond: asked.requests.average,
    latency: { p50: asked.latency.p50, p99: asked.latency.p99 },
    reply: {
      count: replied.requests.total,
      p50: replied.latency.p50 - replyMilliseconds,
      p99: replied.latency.p99 - replyMilliseconds,
    },
    change: { count: delays.length, p50: percentile(delays, 0.5), p99: percentile(delays, 0.99) },
    failures: failuresOf(asked) + failuresOf(replied),
  };
}
