import { describe, expect, it, vi } from 'vitest';
import { fakeSession, startFakeService } from '../testing/fake-service.ts';
import { storageKeys } from './storage.ts';
import { haveListsChanged, requestAppStart, takeStartPart, takeSharedStartPart } from './app-start.ts';

const limits = { chats: 50, pinned: 200 };
const route = 'POST /rest/v1/rpc/app_start';

it('returns each part once, from one request, and only to the requesting user', async () => {
  const service = startFakeService();
  localStorage.setItem(storageKeys.session, JSON.stringify(fakeSession()));
  service.answer(route, { body: { chats: [{ id: 'chat' }], quota: { used: 1 }, vendors: [] } });
  requestAppStart('ada', limits);
  expect(await takeStartPart('grace', 'chats')).toBeNull();
  expect(await takeStartPart('ada', 'chats')).toEqual([{ id: 'chat' }]);
  expect(await takeStartPart('ada', 'chats')).toBeNull();
  expect(await takeSharedStartPart('vendors')).toEqual([]);
  expect(await takeStartPart('ada', 'pinned')).toBeNull();
  expect(service.to('/rest/v1/rpc/app_start').map(({ body }) => body)).toEqual([
    { project: 'blue_clover', max_chats: 50, max_pinned: 200 },
  ]);
});

it('returns nothing if the request fails, and nothing from the previous user after a switch', async () => {
  const service = startFakeService();
  localStorage.setItem(storageKeys.session, JSON.stringify(fakeSession()));
  service.answer(route, { body: { quota: { used: 1 } } });
  requestAppStart('ada', limits);
  service.answer(route, { status: 500, body: { message: 'No' } });
  requestAppStart('grace', limits);
  expect(await takeStartPart('grace', 'quota')).toBeNull();
  expect(await takeStartPart('ada', 'quota')).toBeNull();
});

it('drops unused parts after ten seconds', async () => {
  const service = startFakeService();
  localStorage.setItem(storageKeys.session, JSON.stringify(fakeSession()));
  service.answer(route, { body: { quota: { used: 1 }, chats: [] } });
  requestAppStart('ada', limits);
  vi.useFakeTimers();
  expect(await takeStartPart('ada', 'chats')).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await takeStartPart('ada', 'quota')).toBeNull();
  vi.useRealTimers();
});

describe('the lists', () => {
  const access = (lists: string) => () => Promise.resolve({ lists });

  it('have changed if the digest differs, and may have if it is unknown', async () => {
    const service = startFakeService();
    localStorage.setItem(storageKeys.session, JSON.stringify(fakeSession()));
    service.answer(route, { body: { access: { lists: 'a' } } });
    requestAppStart('ada', limits);
    await takeStartPart('ada', 'access');
    expect(await haveListsChanged('ada', access('a'))).toBe(false);
    expect(await haveListsChanged('ada', access('b'))).toBe(true);
    expect(await haveListsChanged('grace', access('a'))).toBe(true);
    expect(await haveListsChanged('ada', () => Promise.reject(new Error('No')))).toBe(true);
  });

  it('may have changed if they were requested separately', async () => {
    const service = startFakeService();
    localStorage.setItem(storageKeys.session, JSON.stringify(fakeSession()));
    service.answer(route, { status: 500, body: { message: 'No' } });
    requestAppStart('ada', limits);
    expect(await haveListsChanged('ada', access('a'))).toBe(true);
  });
});
