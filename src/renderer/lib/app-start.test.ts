import { describe, expect, it, vi } from 'vitest';
import { type Answer, fakeSession, startFakeService } from '../testing/fake-service.ts';
import { storageKeys } from './storage.ts';
import { hasListChanged, requestAppStart, takeStartPart, takeSharedStartPart } from './app-start.ts';

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

describe('a list', () => {
  const access = (chat_list: string) => () => Promise.resolve({ chat_list });
  function start(answer: Answer) {
    const service = startFakeService();
    localStorage.setItem(storageKeys.session, JSON.stringify(fakeSession()));
    service.answer(route, answer);
    requestAppStart('ada', limits);
  }

  it('has changed if the digest differs, and may have changed if it is unknown', async () => {
    start({ body: { access: { chat_list: 'a' } } });
    await takeStartPart('ada', 'access');
    expect(await hasListChanged('chat_list', 'ada', access('a'))).toBe(false);
    expect(await hasListChanged('chat_list', 'ada', access('b'))).toBe(true);
    expect(await hasListChanged('chat_list', 'grace', access('a'))).toBe(true);
    expect(await hasListChanged('chat_list', 'ada', () => Promise.reject(new Error('No')))).toBe(true);
    expect(await hasListChanged('chat_list', 'ada', () => Promise.resolve(null))).toBe(true);
  });

  it('may have changed if the first data was requested separately', async () => {
    start({ status: 500, body: { message: 'No' } });
    expect(await hasListChanged('chat_list', 'ada', access('a'))).toBe(true);
    expect(await hasListChanged('chat_list', 'ada', () => Promise.resolve(null))).toBe(true);
  });

  it('is requested again once it has changed, even by parts that appear later', async () => {
    start({ body: { access: { chat_list: 'a' }, pinned: [], quota: { used: 1 } } });
    await hasListChanged('chat_list', 'ada', access('b'));
    expect(await takeStartPart('ada', 'pinned')).toBeNull();
    expect(await takeStartPart('ada', 'quota')).toEqual({ used: 1 });
  });

  it('is only requested again if it has changed itself', async () => {
    start({
      body: {
        access: { chat_list: 'a', project_list: 'a', model_list: 'a' },
        chats: [],
        projects: [],
        vendors: [],
        models: [],
      },
    });
    const changed = () => Promise.resolve({ chat_list: 'a', project_list: 'b', model_list: 'b' });
    expect(await hasListChanged('chat_list', 'ada', changed)).toBe(false);
    expect(await hasListChanged('project_list', 'ada', changed)).toBe(true);
    expect(await takeStartPart('ada', 'projects')).toBeNull();
    expect(await takeSharedStartPart('models')).toEqual([]);
    expect(await hasListChanged('model_list', 'ada', changed)).toBe(true);
    expect(await takeSharedStartPart('vendors')).toBeNull();
    expect(await takeStartPart('ada', 'chats')).toEqual([]);
  });
});
