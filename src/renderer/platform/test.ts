import { CompletionError } from '../../shared/completion/error.ts';
import { createMemoryDatabase } from './own-keys/testing/memory-database.ts';
import { createWebKeys } from './own-keys/web-keys.ts';
import type { AppConfig, Platform } from './platform.ts';

export const testConfig: AppConfig = {
  supabaseUrl: 'http://localhost:3000',
  supabaseKey: 'test-publishable-key',
  demo: { email: 'demo@clover.local', password: 'clover-demo', name: 'Demo User' },
};

export interface TestPlatform extends Platform {
  readonly opened: string[];
  readonly saved: { name: string; text: string }[];
  readonly state: Map<string, string>;
}

export function createTestPlatform(replaced: Partial<Platform> = {}): TestPlatform {
  const opened: string[] = [];
  const saved: { name: string; text: string }[] = [];
  const state = new Map<string, string>();
  return {
    opened,
    saved,
    state,
    loadConfig: async () => testConfig,
    completeChat: async () => {
      throw new Error('This test provides no completeChat.');
    },
    resumeReply: async () => {
      throw new CompletionError('not_found', 'This test provides no resumeReply.');
    },
    stopReply: async () => {},
    transcribe: async () => {
      throw new Error('This test provides no transcribe.');
    },
    ownKeys: createWebKeys({ loadConfig: async () => testConfig, database: createMemoryDatabase() }).ownKeys,
    listOwnModels: null,
    findLocalModels: null,
    uiState: { get: (key) => state.get(key) ?? null, set: (key, value) => void state.set(key, value) },
    hasOwnWindow: false,
    openExternal: async (url) => void opened.push(url),
    saveTextFile: async (name, text) => {
      saved.push({ name, text: typeof text === 'string' ? text : await text.text() });
      return name;
    },
    saveFile: async (name, content) => {
      saved.push({ name, text: await content.text() });
      return name;
    },
    authCallback: 'http://localhost:3000/auth/callback',
    openSignIn: async (url) => {
      opened.push(url);
      return 'here';
    },
    service: null,
    replyKeeper: null,
    serviceWorker: null,
    dragOut: null,
    shareFile: null,
    ownerSession: null,
    shell: null,
    ...replaced,
  };
}
