import { connect } from 'node:net';
import { randomUUID } from 'node:crypto';
import { summaryOf, randomIpAddress, type Attack, type Person, type Target } from './target.ts';

/** Checks what a session may still do: read rows, call a function, read its user. */
async function findPermissions(target: Target, person: Person): Promise<string> {
  const answers = await Promise.all([
    target.call('/rest/v1/chat_messages?select=id', { as: person }),
    target.call('/functions/v1/chat/completions', {
      as: person,
      headers: { 'x-clover-message-id': randomUUID() },
      body: { model: 'm', messages: [{ role: 'user', content: 'Hello' }] },
    }),
    target.call('/auth/v1/user', { as: person }),
  ]);
  return answers.map(({ status, text }) => (status === 200 && text === '[]' ? 'nothing' : status)).join(' ');
}

const sessionEnded = /^(401|403|nothing) (401|403) (401|403)$/;

/** Signs the same person in again. */
async function openSecondSession(target: Target, { email, password }: Person): Promise<Person> {
  const answer = await target.call('/auth/v1/token?grant_type=password', { body: { email, password } });
  const session = JSON.parse(answer.text) as {
    readonly access_token: string;
    readonly refresh_token: string;
    readonly user: { readonly id: string };
  };
  return {
    id: session.user.id,
    accessToken: session.access_token,
    refreshToken: session.refresh_token,
    headers: { authorization: `Bearer ${session.access_token}` },
  };
}

const after = (
  name: string,
  end: (target: Target, owner: Person, stolen: Person) => Promise<unknown>,
): Attack => ({
  name: `a stolen session after ${name}`,
  async run(target) {
    const owner = await target.person('professional');
    await target.chat(owner);
    const stolen = await openSecondSession(target, owner);
    const before = await findPermissions(target, stolen);
    if (!before.startsWith('200')) return `the session never worked: ${before}`;
    await end(target, owner, stolen);
    return findPermissions(target, stolen);
  },
  expected: sessionEnded,
});

const refresh = (target: Target, token: string) =>
  target.call('/auth/v1/token?grant_type=refresh_token', { body: { refresh_token: token } });

/** Opens sockets that never finish a request. Resolves to the number that are still open after a while. */
async function openSockets(
  target: Target,
  count: number,
  firstBytes: string,
  milliseconds: number,
): Promise<number> {
  const { hostname, port } = new URL(target.url);
  const sockets = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<{ isOpen: boolean; end: () => void }>((resolve) => {
          const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname);
          const connection = { isOpen: true, end: () => void socket.destroy() };
          socket.on('error', () => (connection.isOpen = false));
          socket.on('close', () => (connection.isOpen = false));
          socket.on('data', () => {});
          socket.once('connect', () => {
            socket.write(firstBytes.replace('{address}', randomIpAddress()));
            resolve(connection);
          });
          socket.once('error', () => resolve(connection));
        }),
    ),
  );
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  const open = sockets.filter(({ isOpen }) => isOpen).length;
  for (const { end } of sockets) end();
  return open;
}

/** Attacks with ended sessions, and with sockets, bodies and passwords. */
export const sessionAttacks: readonly Attack[] = [
  after('signing out everywhere', (target, owner) =>
    target.call('/auth/v1/logout?scope=global', { method: 'POST', as: owner }),
  ),
  after('signing out the other sessions', (target, owner) =>
    target.call('/auth/v1/logout?scope=others', { method: 'POST', as: owner }),
  ),
  after('signing itself out', (target, _owner, stolen) =>
    target.call('/auth/v1/logout?scope=local', { method: 'POST', as: stolen }),
  ),
  after('the account was deleted', (target, owner) => target.service.admin.auth.admin.deleteUser(owner.id)),
  after('the account was banned', (target, owner) =>
    target.service.admin.auth.admin.updateUserById(owner.id, { ban_duration: '24h' }),
  ),
  after('an administrator changed the password', (target, owner) =>
    target.service.admin.auth.admin.updateUserById(owner.id, { password: randomUUID() }),
  ),
  {
    name: 'a refresh token that was used before',
    async run(target) {
      const person = await target.person();
      const first = await refresh(target, person.refreshToken);
      const next = (JSON.parse(first.text) as { readonly refresh_token: string }).refresh_token;
      await refresh(target, next);
      const reused = await refresh(target, person.refreshToken);
      return summaryOf(reused);
    },
    expected: /^(200|400|401) /,
  },
  {
    name: 'a token signed with another key',
    async run(target) {
      const person = await target.person();
      const [header, payload] = person.accessToken.split('.');
      const forged = {
        authorization: `Bearer ${header}.${payload}.${Buffer.from('no').toString('base64url')}`,
      };
      return summaryOf(await target.call('/rest/v1/chat_history?select=id', { headers: forged }));
    },
    expected: /^401 /,
  },
  {
    name: 'a token that claims to need no signature',
    async run(target) {
      const person = await target.person();
      const payload = person.accessToken.split('.')[1];
      const header = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
      return summaryOf(
        await target.call('/rest/v1/chat_history?select=id', {
          headers: { authorization: `Bearer ${header}.${payload}.` },
        }),
      );
    },
    expected: /^401 /,
  },
  {
    name: '40 wrong passwords for someone else, then the right one from elsewhere',
    async run(target) {
      const owner = await target.person();
      const address = randomIpAddress();
      for (let attempt = 0; attempt < 40; attempt += 1)
        await target.call('/auth/v1/token?grant_type=password', {
          headers: { 'x-forwarded-for': address },
          body: { email: owner.email, password: 'wrong' },
        });
      const { status } = await target.call('/auth/v1/token?grant_type=password', {
        body: { email: owner.email, password: owner.password },
      });
      return `${status} for the owner`;
    },
    expected: /^200 for the owner$/,
  },
  {
    name: '60 wrong passwords from one IP address',
    async run(target) {
      const owner = await target.person();
      const address = randomIpAddress();
      const seen = new Set<number>();
      for (let attempt = 0; attempt < 60; attempt += 1)
        seen.add(
          (
            await target.call('/auth/v1/token?grant_type=password', {
              headers: { 'x-forwarded-for': address },
              body: { email: owner.email, password: `guess ${attempt}` },
            })
          ).status,
        );
      return [...seen].join(' ');
    },
    expected: /429/,
  },
  {
    name: '31 colleagues who sign in from one IP address',
    async run(target) {
      const address = randomIpAddress();
      const people = await Promise.all(Array.from({ length: 31 }, () => target.person()));
      const seen = new Set<number>();
      for (const { email, password } of people)
        seen.add(
          (
            await target.call('/auth/v1/token?grant_type=password', {
              headers: { 'x-forwarded-for': address },
              body: { email, password },
            })
          ).status,
        );
      return [...seen].join(' ');
    },
    expected: /^200$/,
  },
  {
    name: 'whether an email has an account, by changing to it',
    async run(target) {
      const other = await target.person();
      // Use a new user for each change, because a user may request only one per minute.
      const change = async (email: string | undefined) =>
        target.call('/auth/v1/user', { method: 'PUT', as: await target.person(), body: { email } });
      const [taken, free] = [await change(other.email), await change(`${randomUUID()}@example.test`)];
      return taken.status === free.status ? 'the same answer' : `${taken.status} and ${free.status}`;
    },
    expected: /^the same answer$/,
  },
  {
    name: 'a body of 8 MB without a token',
    run: async (target) =>
      summaryOf(
        await target
          .call('/rest/v1/chat_messages', { headers: { apikey: '' }, body: 'a'.repeat(8_000_000) })
          .catch(() => ({ status: 401, text: 'cut off', headers: new Headers(), milliseconds: 0 })),
      ),
    expected: /^(401|413) /,
  },
  {
    name: 'a body of 60 MB with a token',
    async run(target) {
      const guest = await target.guest();
      return summaryOf(
        await target
          .call('/rest/v1/chat_messages', { as: guest, body: 'a'.repeat(60_000_000) })
          .catch(() => ({ status: 413, text: 'cut off', headers: new Headers(), milliseconds: 0 })),
      );
    },
    expected: /^(400|413) /,
  },
  {
    name: '50 sockets that send the start of a large body without a token and wait',
    async run(target) {
      const request = `POST /rest/v1/chat_messages HTTP/1.1\r\nhost: ${new URL(target.url).host}\r\nx-forwarded-for: {address}\r\ncontent-type: application/json\r\ncontent-length: 8000000\r\n\r\n${'a'.repeat(100_000)}`;
      const before = await target.megabytes();
      const open = await openSockets(target, 50, request, 5_000);
      const growth = (await target.megabytes()) - before;
      return `${open} still open, memory grown by ${growth > 60 ? `${growth} MB` : 'little'}`;
    },
    expected: /^0 still open, memory grown by little$/,
  },
  {
    name: '200 sockets that send half a header and wait',
    async run(target) {
      const open = await openSockets(target, 200, 'GET / HTTP/1.1\r\nhost: ', 1_000);
      const { status } = await target.call('/healthz');
      return `${status} with ${open > 200 ? 'too many' : 'at most 200'} sockets`;
    },
    expected: /^200 /,
  },
  {
    name: '1,200 realtime sockets without a token, then a person with one',
    async run(target) {
      const upgrade = `GET /realtime/v1/websocket?apikey=${target.publishableKey}&vsn=1.0.0 HTTP/1.1\r\nhost: ${new URL(target.url).host}\r\nx-forwarded-for: {address}\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;
      const person = await target.person();
      const flood = openSockets(target, 1_200, upgrade, 6_000);
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      const joined = await joinRealtime(target, person);
      await flood;
      return joined;
    },
    expected: /^joined$/,
  },
];

/** Opens a realtime socket as this person and joins a channel. */
function joinRealtime(target: Target, person: Person): Promise<string> {
  const url = `${target.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${target.publishableKey}&vsn=1.0.0`;
  return new Promise((resolve) => {
    const socket = new WebSocket(url);
    const end = (seen: string) => {
      clearTimeout(timer);
      socket.close();
      resolve(seen);
    };
    const timer = setTimeout(() => end('no answer'), 15_000);
    socket.addEventListener('open', () =>
      socket.send(
        JSON.stringify({
          topic: 'realtime:proof',
          event: 'phx_join',
          ref: '1',
          join_ref: '1',
          payload: { config: { postgres_changes: [] }, access_token: person.accessToken },
        }),
      ),
    );
    socket.addEventListener('message', ({ data }) => {
      const { event, payload } = JSON.parse(String(data)) as {
        readonly event: string;
        readonly payload: { readonly status?: string };
      };
      if (event === 'phx_reply') end(payload.status === 'ok' ? 'joined' : `refused: ${String(data)}`);
    });
    socket.addEventListener('error', () => end('the socket was refused'));
  });
}
