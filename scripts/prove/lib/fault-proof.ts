import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  behaviourNamed,
  faultCatalogue,
  faultyKinds,
  type Fault,
  type FaultyKind,
} from '../../../e2e/vendor/fault-catalogue.ts';
import { startVendor } from '../../../e2e/vendor/vendor.ts';
import { key, meetDirectly, meetThroughGateway, signIn, type Meeting, type Person } from './fault-calls.ts';
import { footprintOf, startServiceProcess, type ServiceProcess } from './service-process.ts';

/** What a process holds: megabytes of its heap after its garbage was collected, of all its memory, and open sockets. */
export interface Holdings {
  readonly heap: number;
  readonly megabytes: number | undefined;
  readonly sockets: number | undefined;
}

export interface FaultFigures {
  readonly meetings: readonly Meeting[];
  /** The most calls of a vendor that one request of the gateway made. */
  readonly mostCalls: number;
  readonly callers: { readonly before: Holdings; readonly after: Holdings };
  readonly service: { readonly before: Holdings; readonly after: Holdings };
  /** Connections that the two vendors still had open at the end. */
  readonly openConnections: number;
}

/** Someone who may connect vendors, as an administrator does it on the vendors page. */
async function signInAdministrator(service: ServiceProcess) {
  const person = await signIn(service);
  const claims = JSON.parse(Buffer.from(person.token.split('.')[1] ?? '', 'base64url').toString()) as {
    readonly sub: string;
  };
  const { error } = await service.admin.from('user_roles').insert({ user_id: claims.sub, role: 'admin' });
  if (error) throw new Error(error.message);
  return async (action: string, body: Readonly<Record<string, unknown>>) => {
    const response = await fetch(`${service.url}/functions/v1/admin/vendors/${action}`, {
      method: 'POST',
      headers: { apikey: person.key, authorization: `Bearer ${person.token}` },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${action}: ${response.status} ${await response.text()}`);
  };
}

const silent = faultCatalogue.filter(({ isSilent }) => isSilent);
const swift = faultCatalogue.filter(({ isSilent }) => !isSilent);

/** The socket that listens, and one of the runtime's own. */
const quietSockets = 2;

/** One person may have 20 replies under way. */
const atOnce = 12;

/** Meets the faults a dozen at a time. */
async function inTurns(faults: readonly Fault[], meetOne: (fault: Fault) => Promise<Meeting>) {
  const meetings: Meeting[] = [];
  for (let index = 0; index < faults.length; index += atOnce)
    meetings.push(...(await Promise.all(faults.slice(index, index + atOnce).map(meetOne))));
  return meetings;
}

/** Asks until it is so, or for so many seconds; resolves to whether it became so. */
async function comesTrue(check: () => boolean | Promise<boolean>, seconds: number): Promise<boolean> {
  for (let tries = 0; tries < seconds * 20; tries += 1) {
    if (await check()) return true;
    await pause(50);
  }
  return check();
}

async function callersHoldings(): Promise<Holdings> {
  globalThis.gc?.();
  await pause(100);
  globalThis.gc?.();
  const outside = await footprintOf(process.pid);
  return {
    heap: process.memoryUsage().heapUsed / 1_048_576,
    megabytes: outside?.megabytes,
    sockets: outside?.sockets,
  };
}

async function serviceHoldings(pid: number, heapFile: string): Promise<Holdings> {
  await rm(heapFile, { force: true });
  process.kill(pid, 'SIGUSR2');
  const read = () => readFile(heapFile, 'utf8').catch(() => '');
  await comesTrue(async () => (await read()) !== '', 10);
  const outside = await footprintOf(pid);
  return { heap: Number(await read()), megabytes: outside?.megabytes, sockets: outside?.sockets };
}

/**
 * Meets forty faults of four kinds of vendor, directly and through the gateway of a service in a process of its own,
 * whose vendors get their keys and are activated through its admin functions. Silences last their real 30 s, all at the same time.
 */
export async function proveFaults(say: (line: string) => void = () => {}): Promise<FaultFigures> {
  const [direct, behind] = await Promise.all([startVendor(), startVendor()]);
  for (const vendor of [direct, behind]) vendor.always(({ body }) => behaviourNamed(body));
  const folder = await mkdtemp(join(tmpdir(), 'clover-faults-'));
  const heapFile = join(folder, 'heap');
  process.env['CLOVER_PROVE_HEAP'] = heapFile;
  const service = await startServiceProcess(fileURLToPath(new URL('measured-service.ts', import.meta.url)));
  const holdings = async () => ({
    callers: await callersHoldings(),
    service: await serviceHoldings(service.pid, heapFile),
  });
  const connections = async () => (await behind.connections()) + (await direct.connections());
  // Connections are kept for some seconds after their last use, on every side.
  const isQuiet = async () =>
    (await connections()) === 0 && ((await footprintOf(service.pid))?.sockets ?? 0) <= quietSockets;
  try {
    const administer = await signInAdministrator(service);
    const people = new Map<FaultyKind, Person>();
    for (const kind of faultyKinds) {
      // As the service, because administrators may not move these vendors to this machine.
      const { error } = await service.admin
        .from('api_vendors')
        .update({ endpoint_url: behind.endpoints[kind] })
        .eq('name', kind);
      if (error) throw new Error(error.message);
      await administer('set-key', { vendor: kind, key });
      people.set(kind, await signIn(service));
    }
    const personFor = (kind: FaultyKind) => people.get(kind) ?? { key: '', token: '' };
    const meetSwift = async () => {
      const meetings: Meeting[] = [];
      for (const kind of faultyKinds) {
        await administer('activate', { vendor: kind });
        meetings.push(
          ...(await inTurns(swift, (fault) => meetThroughGateway(service, personFor(kind), kind, fault))),
          ...(await inTurns(swift, (fault) => meetDirectly(direct, kind, fault))),
        );
      }
      return meetings;
    };

    say(`${swift.length} faults x ${faultyKinds.length} kinds once, to warm up`);
    await meetSwift();
    for (const vendor of [direct, behind]) {
      vendor.reset();
      vendor.always(({ body }) => behaviourNamed(body));
    }
    await comesTrue(isQuiet, 15);
    const before = await holdings();

    say(`${silent.length} silences x ${faultyKinds.length} kinds, 30 s all at the same time`);
    const silences: Promise<Meeting>[] = [];
    for (const [index, kind] of faultyKinds.entries()) {
      await administer('activate', { vendor: kind });
      silences.push(...silent.map((fault) => meetThroughGateway(service, personFor(kind), kind, fault)));
      silences.push(...silent.map((fault) => meetDirectly(direct, kind, fault)));
      // The next vendor becomes the active one only when these calls have reached theirs.
      const reached = (index + 1) * silent.length;
      if (!(await comesTrue(() => behind.requests.length === reached, 20)))
        throw new Error(`The gateway asked ${kind} for ${behind.requests.length} of ${reached} silences`);
    }
    say(`${swift.length} other faults x ${faultyKinds.length} kinds meanwhile`);
    const meetings = [...(await meetSwift()), ...(await Promise.all(silences))];

    const calls = Map.groupBy(
      behind.requests,
      ({ path, body }) => `${path} ${JSON.stringify(body['messages'])}`,
    );
    const mostCalls = Math.max(...[...calls.values()].map((group) => group.length));
    await Promise.all([...direct.requests, ...behind.requests].map(({ ended }) => ended));
    for (const vendor of [direct, behind]) vendor.reset();
    await comesTrue(isQuiet, 15);
    const after = await holdings();
    return {
      meetings,
      mostCalls,
      callers: { before: before.callers, after: after.callers },
      service: { before: before.service, after: after.service },
      openConnections: await connections(),
    };
  } finally {
    await Promise.all([
      service.stop(),
      direct.close(),
      behind.close(),
      rm(folder, { recursive: true, force: true }),
    ]);
  }
}
