// A user who is demoted or banned loses access while signed in. The time starts with the admin action.
import { expect, type Page } from 'playwright/test';
import { runAdminAction, createAccount, signInAdministrator } from '../support/administrator.ts';
import { isAt, type Place } from '../support/place.ts';
import { waitUntilJoined } from '../support/realtime.ts';
import { fillSignIn, newUser } from '../support/sign-in.ts';

/** In milliseconds. A page may show data for this long after its user has lost access. */
const longest = 2_000;

/**
 * Measures the milliseconds from an admin action until the page leaves a path. The test and the page use the same
 * clock.
 */
async function timeToLeave(page: Page, path: string, lose: () => Promise<void>): Promise<number> {
  const left = page.evaluate(
    (from) =>
      new Promise<number>((resolve) => {
        const look = () => (location.pathname === from ? setTimeout(look, 5) : resolve(Date.now()));
        look();
      }),
    path,
  );
  const before = Date.now();
  await lose();
  return (await left) - before;
}

/** Demotes an administrator whose console is open, then bans them while their settings are open. */
export async function loseAccess({ page, open, service, admin }: Place): Promise<void> {
  const { client } = await signInAdministrator(service);
  const person = newUser('Fallen Administrator');
  const { id } = await createAccount(admin, person);
  await runAdminAction(client, 'users/set-role', { user: id, role: 'admin', granted: true });
  await admin.from('chat_history').insert({ user_id: id, title: 'Before the fall' }).throwOnError();

  await open('/signin?redirectTo=%2Fadmin%2Froles');
  const joined = waitUntilJoined(page, 'account-access:', 'admin-gate-');
  const adminRequest = page.waitForRequest((request) => request.url().includes('/functions/v1/admin/'));
  await fillSignIn(page, person);
  await expect(page.getByRole('heading', { level: 1, name: 'Roles and permissions' })).toBeVisible();
  await joined;
  // The token that the open page uses.
  const { authorization = '' } = await (await adminRequest).allHeaders();
  const ask = (path: string, body?: object) =>
    fetch(service.url + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        apikey: service.publishableKey,
        authorization,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const listUsers = async () => (await ask('/functions/v1/admin/users/list', {})).status;
  const ownChats = async () => (await ask('/rest/v1/chat_history?select=title')).json();
  expect([await listUsers(), await ownChats()]).toEqual([200, [{ title: 'Before the fall' }]]);

  const demoted = await timeToLeave(page, '/admin/roles', async () => {
    await runAdminAction(client, 'users/set-role', { user: id, role: 'admin', granted: false });
    expect(await listUsers()).toBe(403);
  });
  await expect(page.getByText('Access Denied')).toBeVisible();

  const joinedAgain = waitUntilJoined(page, 'account-access:');
  await open('/account');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await joinedAgain;
  const banned = await timeToLeave(page, '/account', async () => {
    await runAdminAction(client, 'users/set-role', { user: id, role: 'banned', granted: true });
    expect(await ownChats()).toEqual([]);
    const write = await ask('/rest/v1/chat_history', { user_id: id, title: 'After the fall' });
    // 401 if the page has already ended its session.
    expect([401, 403]).toContain(write.status);
    expect([401, 403]).toContain((await ask('/auth/v1/user')).status);
  });
  await expect(page).toHaveURL(isAt('/signin?redirectTo=%2Faccount'));
  await expect(page.getByText('Your account is banned')).toBeVisible();
  console.log(`access was gone ${demoted} ms after a demotion and ${banned} ms after a ban`);
  expect(Math.max(demoted, banned)).toBeLessThan(longest);
}
