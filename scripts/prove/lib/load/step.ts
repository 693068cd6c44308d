import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import autocannon, { type CannonRequest, type CannonResult } from 'autocannon';
import { percentile } from '../figures.ts';
import type { ServiceProcess } from '../service-process.ts';
import { requestsOf } from './page-requests.ts';
import type { LoadUser } from './users.ts';

/** The measurements for one number of users, in milliseconds. */
export interface StepFigures {
  readonly users: number;
  readonly requestsEachSecond: number;
  readonly latency: { readonly p50: number; readonly p99: number };
  /** The time of a reply minus the vendor's own time. */
  readonly reply: { readonly count: number; readonly p50: number; readonly p99: number };
  /** From sending a message until the author's page receives the change. */
  readonly change: { readonly count: number; readonly p50: number; readonly p99: number };
  /** Errors, timeouts and refusals of requests and replies. */
  readonly failures: number;
}

/** A reply of four seconds: the first word after 200 ms, then 20 deltas per second. */
const reply = { deltas: 76, between: 50, first: 200 };
const replyMilliseconds = reply.first + reply.deltas * reply.between;
/** At any moment, one user in five is receiving a reply. */
const usersToReply = 5;

const streamOf = (person: LoadUser): CannonRequest => ({
  method: 'POST',
  path: '/functions/v1/chat/completions',
  headers: { ...person.headers },
  body: JSON.stringify({
    model: `ticks-${reply.deltas}-${reply.between}-${reply.first}`,
    messages: [{ role: 'user', content: 'Hello' }],
    stream: true,
  }),
});

/** The number of pages that join at the same time. One IP address may have 50 sockets that have not joined yet. */
const joinsAtOnce = 25;

/** Opens a page's realtime channel. `onChange` receives the time at which the message was sent. */
async function listen(
  service: ServiceProcess,
  person: LoadUser,
  onChange: (sentAt: number) => void,
): Promise<SupabaseClient> {
  const client = createClient(service.url, service.publishableKey, { accessToken: async () => person.token });
  // Set the token before joining, because a channel without one may read no rows.
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
          reject(new Error(`a realtime channel was refused: ${status}`));
      });
  });
  return client;
}

const failuresOf = ({ errors, timeouts, non2xx }: CannonResult) => errors + timeouts + non2xx;

/** Keeps this many pages open for this many seconds. A user may have several pages. */
export async function runStep(
  service: ServiceProcess,
  users: readonly LoadUser[],
  pageCount: number,
  seconds: number,
  around: (run: () => Promise<[CannonResult, CannonResult]>) => Promise<[CannonResult, CannonResult]>,
): Promise<StepFigures> {
  const userOf = (index: number): LoadUser => {
    const user = users[index % users.length];
    if (!user) throw new Error('No user is signed in.');
    return user;
  };
  const delays: number[] = [];
  const pages: SupabaseClient[] = [];
  while (pages.length < pageCount) {
    const open = Array.from({ length: Math.min(joinsAtOnce, pageCount - pages.length) }, (_, index) =>
      listen(service, userOf(pages.length + index), (sentAt) => delays.push(Date.now() - sentAt)),
    );
    // oxlint-disable-next-line no-await-in-loop -- a batch at a time, within the limit
    pages.push(...(await Promise.all(open)));
  }
  const cannon = (connections: number, requests: (person: LoadUser) => CannonRequest[], rate?: number) => {
    let next = 0;
    return autocannon({
      url: service.url,
      connections,
      duration: seconds,
      timeout: 10,
      ...(rate === undefined ? {} : { connectionRate: rate }),
      setupClient: (client) => {
        const all = requests(userOf(next));
        // Staggered, so that the clients don't all send the same request together.
        const turn = next % all.length;
        client.setRequests([...all.slice(turn), ...all.slice(0, turn)]);
        next += 1;
      },
    });
  };
  const [requests, replies] = await around(() =>
    Promise.all([
      cannon(pageCount, requestsOf, 1),
      cannon(Math.ceil(pageCount / usersToReply), (person) => [streamOf(person)]),
    ]),
  );
  await Promise.all(pages.map((page) => page.removeAllChannels().then(() => page.realtime.disconnect())));
  return {
    users: pageCount,
    requestsEachSecond: requests.requests.average,
    latency: { p50: requests.latency.p50, p99: requests.latency.p99 },
    reply: {
      count: replies.requests.total,
      p50: replies.latency.p50 - replyMilliseconds,
      p99: replies.latency.p99 - replyMilliseconds,
    },
    change: { count: delays.length, p50: percentile(delays, 0.5), p99: percentile(delays, 0.99) },
    failures: failuresOf(requests) + failuresOf(replies),
  };
}
