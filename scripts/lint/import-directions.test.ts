import { describe, expect, it } from 'vitest';
import { checkImport, checkPackage } from './import-directions.ts';

describe('imports between folders', () => {
  it.each([
    ['src/renderer/features/chat/ChatScreen.tsx', 'src/renderer/lib/toast.ts'],
    ['src/renderer/features/chat/ChatScreen.tsx', 'src/renderer/features/chat/texts.ts'],
    ['src/renderer/app/routes.tsx', 'src/renderer/features/chat/ChatScreen.tsx'],
    ['src/main/ipc/handle.ts', 'src/shared/ipc/contract.ts'],
    ['src/service/functions/registry.ts', 'supabase/functions/chat/handler.ts'],
    ['supabase/functions/chat/handler.test.ts', 'e2e/vendor/vendor.ts'],
  ])('are allowed from %s to %s', (from, to) => {
    expect(checkImport(from, to)).toBeNull();
  });

  it.each([
    ['src/shared/domain/title.ts', 'src/renderer/lib/toast.ts', 'src/shared may not import'],
    ['src/renderer/lib/session.tsx', 'src/main/ipc/handle.ts', 'through src/renderer/platform'],
    ['src/preload/index.ts', 'src/shared/ipc/contract.ts', 'only channel names and types'],
    ['src/main/index.ts', 'src/service/server.ts', 'use HTTP'],
    ['supabase/functions/chat/handler.ts', 'src/service/log.ts', 'to src/shared'],
    [
      'src/renderer/features/chat/ChatScreen.tsx',
      'src/renderer/features/models/ModelPicker.tsx',
      'may not import feature "models"',
    ],
    ['src/renderer/features/chat/ChatScreen.tsx', 'src/renderer/app/App.tsx', 'the app that composes it'],
    ['src/renderer/lib/toast.ts', 'src/renderer/features/chat/texts.ts', 'are below the features'],
    ['src/service/server.ts', 'e2e/vendor/vendor.ts', 'plain Node'],
  ])('are refused from %s to %s', (from, to, reason) => {
    expect(checkImport(from, to)).toContain(reason);
  });

  it('are limited to the packages of the folder', () => {
    expect(checkPackage('src/shared/providers/sse.ts', 'eventsource-parser/stream')).toBeNull();
    expect(checkPackage('src/shared/providers/sse.ts', 'node:fs')).toContain('"node:fs"');
    expect(checkPackage('src/renderer/lib/toast.ts', 'electron')).toContain('"electron"');
    expect(checkPackage('src/preload/index.ts', 'zod')).toContain('"zod"');
    expect(checkPackage('src/service/database/session.ts', 'postgres')).toBeNull();
  });
});
