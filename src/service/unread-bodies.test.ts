import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { functions } from './functions/registry.ts';
import { openTestDatabase } from './testing/databases.ts';
import { startTestService, testSecrets, type RunningTestService } from './testing/running-service.ts';

describe('a caller without a valid token', () => {
  let service: RunningTestService;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const database = await openTestDatabase('pglite', { migrated: true });
    service = await startTestService(database);
    close = database.close;
  });
  afterAll(async () => {
    await service.close();
    await close();
  });

  /** Announces a body of 8 MB but sends only one byte. Resolves to the response status. */
  const statusWithoutBody = (path: string, headers: readonly string[]) =>
    new Promise<number>((resolve, reject) => {
      const { port, host } = new URL(service.url);
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', reject);
      socket.on('data', (data) => {
        resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(data.toString())?.[1]));
        socket.destroy();
      });
      const head = [`POST ${path} HTTP/1.1`, `host: ${host}`, 'content-length: 8000000', ...headers];
      socket.write(`${head.join('\r\n')}\r\ncontent-type: application/json\r\n\r\n{`);
    });
  const key = `apikey: ${testSecrets.publishableKey}`;
  const forged = 'authorization: Bearer a.b.c';

  it('is refused before the body is read: the REST interface', async () => {
    expect(await statusWithoutBody('/rest/v1/chat_messages', [])).toBe(401);
    expect(await statusWithoutBody('/rest/v1/rpc/import_chats', [key, forged])).toBe(401);
  });

  const paths: Readonly<Record<string, string>> = {
    account: 'account/delete',
    admin: 'admin/users/view',
    audio: 'audio/transcriptions',
    billing: 'billing/subscribe',
    chat: 'chat/completions',
    models: 'models/check',
  };
  it.each([...functions.keys()].filter((name) => name !== 'images'))(
    'is refused before the body is read: the function %s',
    async (name) => {
      expect(await statusWithoutBody(`/functions/v1/${paths[name] ?? name}`, [key, forged])).toBe(401);
    },
  );

  it('is refused before the body is read: a body that the auth service never reads', async () => {
    expect(await statusWithoutBody('/auth/v1/signup', [key])).toBe(413);
    expect(await statusWithoutBody('/auth/v1/signup', [])).toBe(413);
  });
});
