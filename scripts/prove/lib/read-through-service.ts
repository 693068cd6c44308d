import { randomUUID } from 'node:crypto';
import type { Delta } from '../../../src/shared/completion/completion.ts';
import type { CompletionError } from '../../../src/shared/completion/error.ts';
import { completeThroughGateway } from '../../../src/shared/providers/gateway.ts';
import {
  streamEndpoints,
  type ReadStream,
} from '../../../src/shared/providers/testing/streams/read-stream.ts';
import { request } from '../../../src/shared/providers/testing/vendors.ts';
import { dialectNames, type DialectName } from '../../../src/shared/providers/vendor.ts';
import { addVendor, signInAdministrator } from './administrator.ts';
import { proofKey, signIn } from './fault-calls.ts';
import { sourceService, startServiceProcess } from './service-process.ts';
import { startStreamVendor } from './stream-vendor.ts';

const { signal } = new AbortController();

/** Reads like the web app, through a running service with an added vendor for each dialect. */
export async function withReadThroughService(run: (read: ReadStream) => Promise<void>): Promise<void> {
  const vendor = await startStreamVendor();
  const service = await startServiceProcess(sourceService, { CLOVER_ALLOW_PRIVATE_ENDPOINTS: 'true' });
  try {
    const administer = await signInAdministrator(service);
    const names = new Map<DialectName, string>();
    for (const dialect of dialectNames) {
      const name = await addVendor(administer, {
        display_name: `Vendor of ${dialect}`,
        dialect,
        endpoint_url: vendor.url + new URL(streamEndpoints[dialect]).pathname,
        key: proofKey,
      });
      await administer('enable', { vendor: name, is_enabled: true });
      names.set(dialect, name);
    }
    const caller = await signIn(service);
    await run(async (dialect, stream, cut) => {
      const deltas: Delta[] = [];
      const model = vendor.plan({ stream, cut });
      const error = await completeThroughGateway(
        { url: service.url, ...caller },
        { ...request(), messageId: randomUUID(), model, vendor: names.get(dialect) ?? '' },
        { signal, fetch, onDelta: (delta) => void deltas.push(delta) },
      ).then(
        () => undefined,
        (thrown: unknown) => thrown as CompletionError,
      );
      return { deltas, error };
    });
  } finally {
    await Promise.all([service.stop(), vendor.close()]);
  }
}
