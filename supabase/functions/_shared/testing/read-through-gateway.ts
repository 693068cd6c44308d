import type { Delta } from '../../../../src/shared/completion/completion.ts';
import type { CompletionError } from '../../../../src/shared/completion/error.ts';
import { completeThroughGateway } from '../../../../src/shared/providers/gateway.ts';
import {
  responseOf,
  streamEndpoints,
  type ReadStream,
} from '../../../../src/shared/providers/testing/streams/read-stream.ts';
import { request } from '../../../../src/shared/providers/testing/vendors.ts';
import { handler } from '../../chat/handler.ts';
import { createTestContext, testCaller } from './context.ts';
import { encryptionKeys, grantFor } from './grant.ts';

const service = { url: 'http://service.test', key: 'publishable-key', token: testCaller.token };

/** Reads a stream through the gateway's function, with the client that the app uses. */
export const readThroughGateway: ReadStream = async (dialect, stream, cut) => {
  const grant = await grantFor('hub', streamEndpoints[dialect], { dialect });
  const context = {
    ...createTestContext({ encryptionKeys, answers: { 'rpc/begin_completion': grant } }),
    fetch: async () => responseOf(stream, cut),
  };
  const deltas: Delta[] = [];
  const error = await completeThroughGateway(service, request(), {
    signal: new AbortController().signal,
    fetch: (input, init) => handler(new Request(input, init), context),
    onDelta: (delta) => void deltas.push(delta),
  }).then(
    () => undefined,
    (thrown: unknown) => thrown as CompletionError,
  );
  return { deltas, error };
};
