import { expect, test } from '../desktop/hosted.ts';
import { isAt } from '../support/place.ts';
import { newUser } from '../support/sign-in.ts';
import {
  askForRecovery,
  changeEmail,
  chooseNewPassword,
  deleteAccount,
  downloadArchive,
  endOtherSession,
  setUpFactor,
  signInElsewhere,
  signInTwice,
  signOut,
  signUp,
  typeMailedCode,
} from './account.ts';
import { loseAccess } from './loss-of-access.ts';

test.describe.configure({ timeout: 300_000 });

test('an account in the app: emailed codes, another email, second factor, sessions, archive, deletion; a ban ends access [AUTH-003, AUTH-030, REAL-009, ROLE-011] @long', async ({
  place,
}) => {
  const { page } = place;
  const person = newUser('Careful Person');
  await test.step('a new account opens with the code of its email', async () => {
    await signUp(place, person);
    await typeMailedCode(place, person);
    await expect(page).toHaveURL(isAt('/account'));
  });
  const again = { ...person, password: 'another good password' };
  await test.step('a forgotten password is reset with a code', async () => {
    await signOut(place);
    await askForRecovery(place, person);
    await typeMailedCode(place, person, 2);
    await chooseNewPassword(place, again.password);
  });
  await test.step('another email, a second factor, another device, the archive, deletion', async () => {
    const moved = await changeEmail(place, again, newUser('Moved Person').email, 2);
    const codes = await setUpFactor(place);
    await signOut(place);
    const elsewhere = await signInElsewhere(place, moved, codes);
    await signInTwice(place, moved, codes);
    await endOtherSession(place, elsewhere);
    await downloadArchive(place);
    await deleteAccount(place, moved);
  });
  await test.step('a demotion or ban takes effect within two seconds', () => loseAccess(place));
});
