import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FakeReplyService, startReplyService, tokenOf } from './testing/fake-reply-service.ts';
import { createTokens, type Tokens } from './tokens.ts';

const userId = '6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11';
const otherId = '7f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11';

let service: FakeReplyService;
let tokens: Tokens;
let users: string[];
beforeEach(async () => {
  service = await startReplyService();
  tokens = createTokens(service.service, fetch);
  users = [];
  tokens.onUse((user) => void users.push(user));
});
afterEach(() => service.close());

it('remembers the newest token of each user', () => {
  tokens.use(tokenOf(userId, 1));
  tokens.use(tokenOf(otherId, 1));
  tokens.use(tokenOf(userId, 2));
  tokens.use(tokenOf(userId, 2));
  tokens.use('no token');
  expect(tokens.newest(userId)).toBe(tokenOf(userId, 2));
  expect(users).toEqual([userId, otherId, userId]);
});

it("returns a token's user only if the service accepts the token", async () => {
  service.validToken = tokenOf(userId);
  expect(await tokens.check(tokenOf(otherId))).toBeNull();
  expect(await tokens.check('no token')).toBeNull();
  expect(await tokens.check(tokenOf(userId))).toBe(userId);
});

it('still accepts a checked token while the service is unavailable', async () => {
  tokens.use(tokenOf(userId));
  await expect.poll(() => service.calls).toEqual(['user']);
  expect(await tokens.check(tokenOf(userId))).toBe(userId);
  service.isAway = true;
  expect(await tokens.check(tokenOf(userId))).toBe(userId);
  expect(await tokens.check(tokenOf(userId, 2))).toBeNull();
});

it('forgets only the user who signed out', async () => {
  await Promise.all([tokens.check(tokenOf(userId)), tokens.check(tokenOf(otherId))]);
  tokens.use(tokenOf(userId));
  tokens.forget(userId);
  service.isAway = true;
  expect(tokens.newest(userId)).toBeUndefined();
  expect(await tokens.check(tokenOf(userId))).toBeNull();
  expect(await tokens.check(tokenOf(otherId))).toBe(otherId);
});
