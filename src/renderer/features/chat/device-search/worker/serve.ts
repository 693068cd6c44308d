import { DeviceIndex } from '../device-index.ts';
import type { CallKind, IndexReply, IndexRequest, IndexResults } from './protocol.ts';

/** Handles the messages in the worker. Makes changes one after the other. Searches don't wait for them. */
export function serveIndex(reply: (message: IndexReply) => void): (request: IndexRequest) => void {
  const index = new DeviceIndex();
  let changes: Promise<unknown> = Promise.resolve();
  const inOrder = <Result>(change: () => Promise<Result>): Promise<Result> => {
    const result = changes.then(change);
    changes = result.catch(() => {});
    return result;
  };
  const handle = async (request: IndexRequest): Promise<IndexResults[CallKind]> => {
    switch (request.kind) {
      case 'open':
        return inOrder(() => index.open(request.accountId, request.key));
      case 'apply':
        return inOrder(() => index.apply(request.changes, request.from));
      case 'search':
        return index.search(request.query, request.scope);
    }
  };
  return (request) => {
    const { id } = request;
    handle(request).then(
      (result) => reply({ id, kind: 'done', result }),
      (error: unknown) => reply({ id, kind: 'failed', reason: String(error) }),
    );
  };
}
