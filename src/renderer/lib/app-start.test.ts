import { expect, it, vi } from 'vitest';
import { fakeSession, startFakeService } from '../testing/fake-service.ts';
import { storageKeys } from './storage.ts';
import { requestAppStart, takeStartPart, takeSharedStartPart } from './app-start.ts';

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
