import type { SupabaseClient } from '@supabase/supabase-js';
import type { RunningTestService } from '../../../../src/service/testing/running-service.ts';
import type { History } from '../../../../src/shared/encrypted-history/history.ts';
import type { HistoryService } from '../../../../src/shared/encrypted-history/service.ts';
import type { SignedIn } from '../callers.ts';
import type { createChatChecker } from '../chat-checker.ts';
import type { Ledger } from './ledger.ts';

/** A device that writes. A reload replaces its client. */
export interface Writer {
  readonly service: RunningTestService;
  readonly user: SignedIn;
  readonly ledger: Ledger;
  readonly client: () => SupabaseClient;
  /** Sends requests without encryption. */
  readonly requests: () => HistoryService;
  /** Null before encrypted history is turned on. */
  readonly history: () => History | null;
  /** Reloads the page, which then has no keys. */
  readonly reload: () => Promise<void>;
  /** Chats to which any device may write. */
  readonly shared: string[];
  /** Chats that only this device changes. */
  readonly own: string[];
  readonly below: (limit: number) => number;
  /** Checks a chat for missing messages. Remembers its heads, even after a reload. */
  readonly check: ReturnType<typeof createChatChecker>;
}
