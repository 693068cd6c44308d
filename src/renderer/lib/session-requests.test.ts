import { expect, it, vi } from 'vitest';
import { startFakeService } from '../testing/fake-service.ts';
import { endWithoutRequests, fetchInSession, signOutTimeout } from './session-requests.ts';

const path = 'http://clover.test/rest/v1/chats';

it('ends the session after all open requests have responses', async () => {
  const service = startFakeService();
  const events: string[] = [];
  const answer = Promise.withResolvers<void>();
  service.answer('GET /rest/v1/chats', async () => {
    await answer.promise;
    events.push('answered');
    return { body: [] };
  });
  const request = fetchInSession(path);
  const end = endWithoutRequests(() => {
    events.push('ended');
    return Promise.resolve(null);
  });
  answer.resolve();
  await end;
  expect(await (await request).json()).toEqual([]);
  expect(events).toEqual(['answered', 'ended']);
});

it('aborts open requests after two seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  startFakeService().answer('GET /rest/v1/chats', () => new Promise(() => {}));
  const failure = fetchInSession(path).catch((error: unknown) => error);
  const end = endWithoutRequests(() => Promise.resolve(null));
  await vi.advanceTimersByTimeAsync(signOutTimeout);
  expect(await end).toBeNull();
  expect(await failure).toMatchObject({ name: 'AbortError' });
});

it('drops requests that start meanwhile, and sends later ones', async () => {
  const service = startFakeService();
  service.answer('GET /rest/v1/chats', { body: [] });
  let meanwhile: Promise<Response> | undefined;
  await endWithoutRequests(() => {
    meanwhile = fetchInSession(path);
    meanwhile.catch(() => {});
    return Promise.resolve(null);
  });
  await expect(meanwhile).rejects.toMatchObject({ name: 'AbortError' });
  expect(service.requests).toEqual([]);
  expect((await fetchInSession(path)).ok).toBe(true);
});

it('sends waiting requests if ending the session failed', async () => {
  const service = startFakeService();
  service.answer('GET /rest/v1/chats', { body: [] });
  let meanwhile: Promise<Response> | undefined;
  const failure = new Error('The service is unreachable.');
  const error = await endWithoutRequests(() => {
    meanwhile = fetchInSession(path);
    return Promise.reject(failure);
  });
  expect(error).toBe(failure);
  expect((await meanwhile)?.ok).toBe(true);
});
