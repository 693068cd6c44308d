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
  readonly onState?: (state: IndexState) => void;
}

export interface RunningDeviceSearch {
  /** Reads new changes soon, for example after a realtime event. */
  readonly catchUp: () => void;
  /** Call when the history is locked or the user signs out. Signing out also deletes the stored index. */
  readonly close: () => void;
}

/** Opens the account's index, keeps it up to date, and uses it for all searches of the account. */
export function startDeviceSearch(options: DeviceSearchOptions): RunningDeviceSearch {
  const { accountId } = options;
  let index = openIndex(options);
  const catchUp = () => index.catchUp();
  setDeviceSearch({
    accountId,
    search: (query, scope) => {
      // Starting a new worker may succeed now, for example if its code could not be loaded before.
      if (index.client.hasEnded) index = openIndex(options);
      return index.client.call('search', { query, scope });
    },
    catchUp,
  });
  return {
    catchUp,
    close() {
      setDeviceSearch(null);
      index.close();
    },
  };
}

interface OpenIndex extends RunningDeviceSearch {
  readonly client: IndexClient;
}

function openIndex({ accountId, key, source, onState = () => {} }: DeviceSearchOptions): OpenIndex {
  const client = new IndexClient(startIndexWorker());
  let feed: Feed | null = null;
  client.call('open', { accountId, key }).then(
    (start) => {
      if (client.hasEnded) return;
      onState(start);
      feed = createFeed({
        source,
        start,
        onState,
        apply: (changes, from) => client.call('apply', { changes, from }),
      });
    },
    () => {
      // Ignored, because searches report the error.
    },
  );
  return {
    client,
    catchUp: () => feed?.catchUp(),
    close() {
      feed?.close();
      client.close();
    },
  };
}
