import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeReply {
  text: string;
  reasoning: string;
  status: string | null;
  /** The usage that the app reported at the end. */
  usage: Readonly<Record<string, unknown>>;
  isStopped: boolean;
}

/** A fake of the hosted service. It begins, saves and stores replies like the functions of the real database. */
export interface FakeReplyService {
  readonly url: string;
  /** The service in use, as the main process sees it. */
  readonly service: {
    readonly identity: string;
    readonly connect: () => Promise<{ readonly url: string; readonly publishableKey: string }>;
  };
  readonly replies: Map<string, FakeReply>;
  readonly calls: string[];
  /** While true, the service drops every connection. */
  isAway: boolean;
  /** The service accepts only this token; null accepts any. */
  validToken: string | null;
  /** The text that new replies continue. */
  seed: string | null;
  /** Set if the user's account has encrypted history. */
  encryption: { readonly account: string; readonly chat: string; readonly public_key: string } | null;
  /** Everything that was sent to the service. */
  readonly bodies: string[];
  /** The service's error for every new reply; null to accept them. */
  refusal: { readonly code: string; readonly message: string } | null;
  readonly close: () => void;
}

const idOf = (token: string): string | undefined => {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return (JSON.parse(claims || '{}') as { readonly sub?: string }).sub;
};

/** Returns a token like the service's. The fake does not check its signature. */
export const tokenOf = (userId: string, number = 1): string =>
  `h.${Buffer.from(JSON.stringify({ sub: userId, number })).toString('base64url')}.s`;

export async function startReplyService(): Promise<FakeReplyService> {
  const replies = new Map<string, FakeReply>();
  const calls: string[] = [];
  const bodies: string[] = [];
  const functions: Readonly<Record<string, (args: Readonly<Record<string, unknown>>) => unknown>> = {
    begin_reply: ({ reply_id }) => {
      if (fake.refusal) return { ok: false, ...fake.refusal };
      if (replies.has(String(reply_id))) return { ok: false, code: 'reply_exists', message: 'It exists.' };
      replies.set(String(reply_id), {
        text: fake.seed ?? '',
        reasoning: '',
        status: null,
        usage: {},
        isStopped: false,
      });
      return { ok: true, seed: fake.seed, encryption: fake.encryption };
    },
    save_reply: ({ reply_id, start, text, reasoning_start, reasoning }) => {
      const reply = replies.get(String(reply_id));
      if (!reply || reply.status !== null || reply.isStopped) return false;
      reply.text = reply.text.slice(0, Number(start)) + String(text);
      reply.reasoning = reply.reasoning.slice(0, Number(reasoning_start)) + String(reasoning);
      return true;
    },
    finish_reply: ({ reply_id, text, status, model_id, vendor_id, reasoning, reasoning_ms, ...usage }) => {
      const reply = replies.get(String(reply_id));
      if (!reply || (text === (fake.seed ?? '') && reasoning === null)) return null;
      Object.assign(reply, { text, status, reasoning, usage });
      return {
        id: reply_id,
        content: text,
        status,
        model_id,
        vendor_id,
        ...(reasoning !== null && { reasoning_ms }),
      };
    },
  };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const name = (request.url ?? '').split('/').at(-1) ?? '';
      if (fake.isAway) return void request.socket.destroy();
      calls.push(name);
      bodies.push(body);
      const token = (request.headers.authorization ?? '').replace('Bearer ', '');
      const isRefused = fake.validToken !== null && token !== fake.validToken;
      const answer = isRefused
        ? { message: 'JWT expired' }
        : name === 'user'
          ? { id: idOf(token) }
          : functions[name]?.(JSON.parse(body) as Record<string, unknown>);
      response.writeHead(isRefused ? 401 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer ?? null));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fake: FakeReplyService = {
    url,
    service: { identity: 'https://data.example', connect: async () => ({ url, publishableKey: 'key' }) },
    replies,
    calls,
    isAway: false,
    validToken: null,
    seed: null,
    encryption: null,
    bodies,
    refusal: null,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return fake;
}
