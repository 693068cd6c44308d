import { expect, openAdmin, type Desktop } from './launch.ts';

/**
 * Points the general-purpose vendor to this endpoint, as an administrator would, and enters the owner's key for it.
 */
export async function connectOwnKey(desktop: Desktop, endpoint: string, key: string): Promise<void> {
  const admin = await openAdmin(desktop);
  const { error } = await admin.from('api_vendors').update({ endpoint_url: endpoint }).eq('name', 'openai');
  expect(error).toBeNull();
  await desktop.page.evaluate(
    async ([ownKey, endpointOrigin]) => {
      const { accessToken } = (await window.clover?.readOwnerSession()) ?? { accessToken: '' };
      await window.clover?.setKey({
        accessToken,
        vendor: 'openai',
        endpointOrigin,
        key: ownKey,
        keepIn: 'session',
      });
    },
    [key, new URL(endpoint).origin] as const,
  );
}
