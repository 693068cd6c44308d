import { type AppShellOptions, createAppShell } from '../app-shell.ts';

/** Creates an app shell. The parts that are not given do nothing. */
export const createTestShell = (
  options: Pick<AppShellOptions, 'settings'> & Partial<AppShellOptions>,
): ReturnType<typeof createAppShell> =>
  createAppShell({
    vault: { deleteAllOf: async () => true } as never,
    unsaved: { deleteAllOfService: () => undefined },
    localChats: {} as never,
    trayHost: { isAvailable: () => true, onChange: () => undefined, wait: async () => true },
    hasLocalData: () => false,
    onPage: () => undefined,
    onHiddenStart: () => undefined,
    erasure: { request: () => undefined, withdraw: () => undefined },
    backups: {
      list: () => [],
      folder: '/data/service',
      request: { save: () => undefined, clear: () => undefined },
    },
    fetch: async (input) =>
      Response.json(
        new URL(input as string).pathname === '/healthz'
          ? { status: 'ok' }
          : { supabaseUrl: 'https://data.example', supabaseKey: 'publishable' },
      ),
    unfinished: { isBusy: () => false, idle: async () => undefined },
    checkForUpdates: () => undefined,
    ...options,
  });
