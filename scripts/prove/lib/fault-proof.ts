import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  behaviorNamed,
  dialectOf,
  faultCatalog,
  faultyKinds,
  type Fault,
  type FaultyKind,
} from '../../../e2e/vendor/fault-catalog.ts';
import { questionOf } from '../../../e2e/vendor/reply.ts';
import { startVendor } from '../../../e2e/vendor/vendor.ts';

import { addVendor, signInAdministrator } from './administrator.ts';
import { withFolder } from './databases.ts';
import {
  callDirectly,
  callThroughGateway,
  proofKey,
  signIn,
  type GatewayCaller,
  type FaultCall,
} from './fault-calls.ts';
import { heapAfterCollection } from './garbage.ts';
import { footprintOf, startServiceProcess } from './service-process.ts';

export interface ProcessUsage {
  /** The size of the heap in megabytes after garbage collection. */
  readonly heap: number;
  readonly megabytes: number | undefined;
  readonly sockets: number | undefined;
}

export interface FaultFigures {
  readonly calls: readonly FaultCall[];
  /** The maximum number of vendor calls of one gateway request. */
  readonly mostCalls: number;
  readonly callers: { readonly before: ProcessUsage; readonly after: ProcessUsage };
  readonly service: { readonly before: ProcessUsage; readonly after: ProcessUsage };
  /** The connections that both vendors still had open at the end. */
  readonly openConnections: number;
}

const silent = faultCatalog.filter(({ isSilent }) => isSilent);
const fast = faultCatalog.filter(({ isSilent }) => !isSilent);

/** The sockets of an idle process: its listening socket, and one that Node needs. */
const idleSockets = 2;

/** Fewer than the 20 concurrent replies that one user may have. */
const concurrency = 12;

async function inBatches(faults: readonly Fault[], call: (fault: Fault) => Promise<FaultCall>) {
  const calls: FaultCall[] = [];
  for (let index = 0; index < faults.length; index += concurrency)
    calls.push(...(await Promise.all(faults.slice(index, index + concurrency).map(call))));
  return calls;
}

/** Repeats a check until it succeeds or `seconds` have passed. Resolves to its last result. */
async function waitFor(check: () => boolean | Promise<boolean>, seconds: number): Promise<boolean> {
  for (let tries = 0; tries < seconds * 20; tries += 1) {
    if (await check()) return true;
    await pause(50);
  }
  return check();
}

async function ownUsage(): Promise<ProcessUsage> {
  const heap = await heapAfterCollection();
  const footprint = await footprintOf(process.pid);
  return { heap, megabytes: footprint?.megabytes, sockets: footprint?.sockets };
}

async function serviceUsage(pid: number, heapFile: string): Promise<ProcessUsage> {
  await rm(heapFile, { force: true });
  process.kill(pid, 'SIGUSR2');
  const read = () => readFile(heapFile, 'utf8').catch(() => '');
  await waitFor(async () => (await read()) !== '', 10);
  const footprint = await footprintOf(pid);
  return { heap: Number(await read()), megabytes: footprint?.megabytes, sockets: footprint?.sockets };
}

/**
 * Calls seven kinds of vendor with 41 faults each, directly and through a service's gateway. The service's vendors
 * receive their keys and are activated through the admin functions. Silent faults take the full 30 s, all at the same
 * time.
 */
export const proveFaults = (log: (line: string) => void): Promise<FaultFigures> =>
  withFolder('faults', (folder) => callFaults(folder, log));

async function callFaults(folder: string, log: (line: string) => void): Promise<FaultFigures> {
  const [direct, behind] = await Promise.all([startVendor(), startVendor()]);
  for (const vendor of [direct, behind]) vendor.always(({ body }) => behaviorNamed(body));
  const heapFile = join(folder, 'heap');
  const service = await startServiceProcess(join(import.meta.dirname, 'measured-service.ts'), {
    CLOVER_PROVE_HEAP: heapFile,
    CLOVER_ALLOW_PRIVATE_ENDPOINTS: 'true',
  });
  const usage = async () => ({
    callers: await ownUsage(),
    service: await serviceUsage(service.pid, heapFile),
  });
  const connections = async () => (await behind.connections()) + (await direct.connections());
  // Both sides keep connections open for some seconds after their last use.
  const isQuiet = async () =>
    (await connections()) === 0 && ((await footprintOf(service.pid))?.sockets ?? 0) <= idleSockets;
  try {
    const administer = await signInAdministrator(service);
    /**
     * Gives a documented vendor its endpoint and key, or adds a vendor with a dialect. Resolves to the vendor's name.
     */
    const connect = async (kind: FaultyKind): Promise<string> => {
      const endpoint = behind.endpoints[kind];
      const dialect = dialectOf(kind);
      if (dialect)
        return addVendor(administer, { display_name: kind, dialect, endpoint_url: endpoint, key: proofKey });
      // Uses the secret key, because administrators may not point these vendors to this machine.
      const { error } = await service.admin
        .from('api_vendors')
        .update({ endpoint_url: endpoint })
        .eq('name', kind);
      if (error) throw new Error(error.message);
      await administer('set-key', { vendor: kind, key: proofKey });
      return kind;
    };
    const callers = new Map<FaultyKind, GatewayCaller>();
    const names = new Map<FaultyKind, string>();
    for (const kind of faultyKinds) {
      names.set(kind, await connect(kind));
      callers.set(kind, await signIn(service));
    }
    const activate = (kind: FaultyKind) => administer('activate', { vendor: names.get(kind) });
    const callerFor = (kind: FaultyKind) => callers.get(kind) ?? { key: '', token: '' };
    const callSwift = async () => {
      const calls: FaultCall[] = [];
      for (const kind of faultyKinds) {
        await activate(kind);
        calls.push(
          ...(await inBatches(fast, (fault) => callThroughGateway(service, callerFor(kind), kind, fault))),
          ...(await inBatches(fast, (fault) => callDirectly(direct, kind, fault))),
        );
      }
      return calls;
    };

    log(`${fast.length} faults x ${faultyKinds.length} kinds once, to warm up`);
    await callSwift();
    for (const vendor of [direct, behind]) {
      vendor.reset();
      vendor.always(({ body }) => behaviorNamed(body));
    }
    await waitFor(isQuiet, 15);
    const before = await usage();

    log(`${silent.length} silences x ${faultyKinds.length} kinds, 30 s all at the same time`);
    const silences: Promise<FaultCall>[] = [];
    for (const [index, kind] of faultyKinds.entries()) {
      await activate(kind);
      silences.push(...silent.map((fault) => callThroughGateway(service, callerFor(kind), kind, fault)));
      silences.push(...silent.map((fault) => callDirectly(direct, kind, fault)));
      // Activate the next vendor only after these calls have reached the current one.
      const reached = (index + 1) * silent.length;
      if (!(await waitFor(() => behind.requests.length === reached, 20)))
        throw new Error(`The gateway called ${kind} for ${behind.requests.length} of ${reached} silences`);
    }
    log(`${fast.length} other faults x ${faultyKinds.length} kinds meanwhile`);
    const calls = [...(await callSwift()), ...(await Promise.all(silences))];

    const upstream = Map.groupBy(behind.requests, ({ path, body }) => `${path} ${questionOf(body)}`);
    const mostCalls = Math.max(...[...upstream.values()].map((group) => group.length));
    await Promise.all([...direct.requests, ...behind.requests].map(({ ended }) => ended));
    for (const vendor of [direct, behind]) vendor.reset();
    await waitFor(isQuiet, 15);
    const after = await usage();
    return {
      calls,
      mostCalls,
      callers: { before: before.callers, after: after.callers },
      service: { before: before.service, after: after.service },
      openConnections: await connections(),
    };
  } finally {
    await Promise.all([service.stop(), direct.close(), behind.close()]);
  }
}
