import { randomUUID } from 'node:crypto';
import type { Fault, FaultyKind } from '../../../e2e/vendor/fault-catalogue.ts';
import type { FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { createOutboundFetch } from '../../../src/service/outbound/outbound-fetch.ts';
import type { CompletionRequest, Delta } from '../../../src/shared/completion/completion.ts';
import { CompletionError } from '../../../src/shared/completion/error.ts';
import { completeThroughGateway } from '../../../src/shared/providers/gateway.ts';
import { streamCompletion } from '../../../src/shared/providers/stream-completion.ts';
import type { ServiceProcess } from './service-process.ts';

export const paths = ['direct', 'gateway'] as const;
export type Path = (typeof paths)[number];

/** What one call met. */
export interface Meeting {
  readonly path: Path;
  readonly kind: FaultyKind;
  readonly fault: Fault;
  /** What the caller was told, in one line, and what the catalogue says. */
  readonly told: string;
  readonly expected: string;
  /** The longest time without anything new, in milliseconds. */
  readonly longestWait: number;
}

/** The vendors' key, on both paths. */
export const key = 'sk-proof-0123456789abcdef';
const describe = (code: string, message: string, text: string) =>
  `${code}: ${message}${text && ` (after "${text}")`}`;

/** Reads until the end and notes the longest wait. */
type Call = (onDelta: (delta: Delta) => void) => Promise<unknown>;

async function meet(path: Path, kind: FaultyKind, fault: Fault, call: Call): Promise<Meeting> {
  let text = '';
  let news = performance.now();
  let longestWait = 0;
  const note = () => {
    longestWait = Math.max(longestWait, performance.now() - news);
    news = performance.now();
  };
  let told = 'nothing: it succeeded';
  try {
    await call((delta) => {
      text += delta.text;
      note();
    });
  } catch (error) {
    told =
      error instanceof CompletionError
        ? describe(error.code, error.message, text)
        : `a bug: ${String(error)}`;
  }
  note();
  const { code, message, text: begun } = fault.outcome(kind, kind !== 'modelslab');
  return { path, kind, fault, told, expected: describe(code, message, begun), longestWait };
}

const requestFor = (fault: Fault): CompletionRequest => ({
  messageId: randomUUID(),
  model: 'the vendor’s default',
  messages: [{ role: 'user', content: fault.name }],
});

const { signal } = new AbortController();

/** Meets a fault as the desktop does with a user's own key: through the client and the guarded way out alone. */
export function meetDirectly(vendor: FakeVendor, kind: FaultyKind, fault: Fault): Promise<Meeting> {
  const fetch = createOutboundFetch({ allowPrivate: true });
  const target = {
    name: kind,
    displayName: kind,
    endpointUrl: vendor.endpoints[kind],
    apiKey: key,
    config: {},
  };
  return meet('direct', kind, fault, async (onDelta) => {
    for await (const delta of streamCompletion(target, requestFor(fault), { signal, fetch })) onDelta(delta);
  });
}

/** Who asks the gateway: the publishable key, and the session's token. */
export interface Person {
  readonly key: string;
  readonly token: string;
}

/** Signs a new person in whose plan has no limits. */
export async function signIn(service: ServiceProcess): Promise<Person> {
  const headers = await service.signIn('professional');
  return { key: headers['apikey'] ?? '', token: (headers['authorization'] ?? '').replace('Bearer ', '') };
}

/** Meets a fault as the web app does. */
export const meetThroughGateway = (service: ServiceProcess, person: Person, kind: FaultyKind, fault: Fault) =>
  meet('gateway', kind, fault, (onDelta) =>
    completeThroughGateway({ url: service.url, ...person }, requestFor(fault), { signal, fetch, onDelta }),
  );
