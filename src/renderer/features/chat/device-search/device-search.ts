import { setDeviceSearch } from '../store/current-device-search.ts';
import type { ChangeSource, IndexState } from './changes.ts';
import { createFeed, type Feed } from './feed.ts';
import { IndexClient } from './worker/index-client.ts';
import { startIndexWorker } from './worker/start.ts';

interface DeviceSearchOptions {
  readonly accountId: string;
  /** Encrypts the index on this device. Need not be extractable. */
  readonly key: CryptoKey;
  readonly source: ChangeSource;
  /** Called after each change of the index. */
  readonly onState?: (state: IndexState) => void;
}

export interface RunningDeviceSearch {
  /** Reads new changes soon, for example after a realtime event. */
  readonly catchUp: () => void;
  /** Call when the history is locked or the user signs out. Signing out also deletes the stored index. */
  readonly close: () => void;
}

/** Opens the account's index, keeps it up to date, and uses it for all searches of the account. */
export function startDeviceSearch({
  accountId,
  key,
  source,
  onState = () => {},
}: DeviceSearchOptions): RunningDeviceSearch {
  const client = new IndexClient(startIndexWorker());
  let feed: Feed | null = null;
  let isClosed = false;
  const catchUp = () => feed?.catchUp();
  setDeviceSearch({ accountId, search: (query, scope) => client.call('search', { query, scope }), catchUp });
  client.call('open', { accountId, key }).then(
    (start) => {
      if (isClosed) return;
      onState(start);
      feed = createFeed({
        source,
        start,
        onState,
        apply: (changes, from) => client.call('apply', { changes, from }),
      });
    },
    () => {
      // Searches report the error.
    },
  );
  return {
    catchUp,
    close() {
      isClosed = true;
      setDeviceSearch(null);
      feed?.close();
      client.close();
    },
  };
}
