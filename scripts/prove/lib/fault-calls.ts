import { randomUUID } from 'node:crypto';
import { configOf, type Fault, type FaultyKind } from '../../../e2e/vendor/fault-catalog.ts';
import type { FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { createOutboundFetch } from '../../../src/service/outbound/outbound-fetch.ts';
import type { CompletionRequest, Delta } from '../../../src/shared/completion/completion.ts';
import { CompletionError } from '../../../src/shared/completion/error.ts';
import { completeThroughGateway } from '../../../src/shared/providers/gateway.ts';
import { streamCompletion } from '../../../src/shared/providers/stream-completion.ts';
import type { ServiceProcess } from './service-process.ts';

export const callPaths = ['direct', 'gateway'] as const;
export type CallPath = (typeof callPaths)[number];

export interface FaultCall {
  readonly path: CallPath;
  readonly kind: FaultyKind;
  readonly fault: Fault;
  /** The error that the caller received and the expected one from the catalog, each in one line. */
  readonly received: string;
  readonly expected: string;
  /** The longest time without an event, in milliseconds. */
  readonly longestWait: number;
}

/** The vendor key of both paths. */
export const proofKey = 'sk-proof-0123456789abcdef';
const describe = (code: string, message: string, text: string) =>
  `${code}: ${message}${text && ` (after "${text}")`}`;

type Call = (onDelta: (delta: Delta) => void) => Promise<unknown>;

/** Reads to the end and measures the longest wait. */
async function callFault(path: CallPath, kind: FaultyKind, fault: Fault, call: Call): Promise<FaultCall> {
  let text = '';
  let lastEvent = performance.now();
  let longestWait = 0;
  const note = () => {
    longestWait = Math.max(longestWait, performance.now() - lastEvent);
    lastEvent = performance.now();
  };
  let received = 'no error: it succeeded';
  try {
    await call((delta) => {
      text += delta.text;
      note();
    });
  } catch (error) {
    received =
      error instanceof CompletionError
        ? describe(error.code, error.message, text)
        : `a bug: ${String(error)}`;
  }
  note();
  const { code, message, text: start } = fault.outcome(kind, kind !== 'modelslab');
  return { path, kind, fault, received, expected: describe(code, message, start), longestWait };
}

const requestFor = (fault: Fault): CompletionRequest => ({
  messageId: randomUUID(),
  model: "the vendor's default",
  messages: [{ role: 'user', content: fault.name }],
});

const { signal } = new AbortController();

/** Calls like the desktop with a user's own key, using only the provider client and the guarded fetch. */
export function callDirectly(vendor: FakeVendor, kind: FaultyKind, fault: Fault): Promise<FaultCall> {
  const fetch = createOutboundFetch({ allowPrivate: true });
  const target = {
    name: kind,
    displayName: kind,
    endpointUrl: vendor.endpoints[kind],
    apiKey: proofKey,
    config: configOf(kind),
  };
  return callFault('direct', kind, fault, async (onDelta) => {
    for await (const delta of streamCompletion(target, requestFor(fault), { signal, fetch })) onDelta(delta);
  });
}

/** A caller of the gateway, with the publishable key and the session's token. */
export interface GatewayCaller {
  readonly key: string;
  readonly token: string;
}

/** Signs in a new user whose plan has no limits. */
export async function signIn(service: ServiceProcess): Promise<GatewayCaller> {
  const headers = await service.signIn('professional');
  return { key: headers['apikey'] ?? '', token: (headers['authorization'] ?? '').replace('Bearer ', '') };
}

/** Calls the gateway as the web app does. */
export const callThroughGateway = (
  service: ServiceProcess,
  caller: GatewayCaller,
  kind: FaultyKind,
  fault: Fault,
) =>
  callFault('gateway', kind, fault, (onDelta) =>
    completeThroughGateway({ url: service.url, ...caller }, requestFor(fault), { signal, fetch, onDelta }),
  );
