import { screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { encryptedDevice } from '../../../lib/device-encryption.ts';
import { type FakeService, fakeSession } from '../../../testing/fake-service.ts';
import { ada, open, region } from '../testing/open-section.tsx';

const button = { name: 'Turn on encrypted history' };

function offer(service: FakeService) {
  service.answer('GET /rest/v1/system_settings', { body: [{ setting_value: 'offered' }] });
}

function watchClosing(closed: Promise<void>) {
  const close = vi.spyOn(encryptedDevice, 'close').mockReturnValue(closed);
  onTestFinished(() => close.mockRestore());
  return close;
}

it('turns it on again only once this device is decrypted and the session says that it is off', async () => {
  const session = { isEncrypted: true };
  const { promise, resolve } = Promise.withResolvers<void>();
  const close = watchClosing(promise);
  const { service } = await open(
    'privacy',
    (fake) => {
      offer(fake);
      fake.answer('POST /rest/v1/rpc/own_access', () => ({
        body: { access: 'active', plan: 'starter', encryption: session.isEncrypted ? 'on' : null },
      }));
    },
    { ...ada, isEncrypted: true },
  );
  const { user } = fakeSession(ada);
  await waitFor(() => expect(close).toHaveBeenCalledExactlyOnceWith(user.id));
  const section = region('Encrypted history');
  expect(section.queryByRole('button', button)).toBeNull();
  expect(service.to('/auth/v1/token')).toEqual([]);
  session.isEncrypted = false;
  service.answer('POST /auth/v1/token', { body: fakeSession(ada) });
  resolve();
  expect(await screen.findByRole('button', button)).toBeVisible();
  expect(service.to('/auth/v1/token')).toHaveLength(1);
});

it('decrypts nothing and requests no session for an account that was never encrypted', async () => {
  const close = watchClosing(Promise.resolve());
  const { service } = await open('privacy', offer);
  expect(await screen.findByRole('button', button)).toBeVisible();
  expect(close).not.toHaveBeenCalled();
  expect(service.to('/auth/v1/token')).toEqual([]);
});
