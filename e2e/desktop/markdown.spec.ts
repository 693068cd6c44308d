import { createClient } from '@supabase/supabase-js';
import { readRichReply, richReply } from '../support/markdown.ts';
import { storeChat } from '../support/stored-chat.ts';
import { expect, readServiceSecrets, test } from './launch.ts';

test('a reply shows its formulas, copies its code, draws its diagram apart and loads its image after a click', async ({
  desktop: { page, home, userData },
}) => {
  const { supabaseUrl } = await page.evaluate(
    async () => (await fetch('/config.json')).json() as Promise<{ supabaseUrl: string }>,
  );
  const { secretKey } = await readServiceSecrets(userData);
  const admin = createClient(supabaseUrl, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { data } = await admin.auth.admin.listUsers();
  const owner = data.users.find(({ email }) => email === 'owner@clover.local');
  expect(owner).toBeDefined();
  const { id } = await storeChat(admin, owner?.id ?? '', 'Rich', ['Show me everything', richReply]);
  await page.goto(`${home}?id=${id}`);
  await readRichReply(page);
});
