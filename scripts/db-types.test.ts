import { readFile } from 'node:fs/promises';
import { createClient } from '@supabase/supabase-js';
import { expect, expectTypeOf, it } from 'vitest';
import type { Database, Insert, Row, Update } from '../src/shared/database/types.ts';
import { generateTypes, typesFile } from './db-types.ts';

it('the committed row types match the migrations: run npm run db:types after changing one', async () => {
  expect(await readFile(typesFile, 'utf8')).toBe(await generateTypes());
}, 60_000);

it("derives the types from the client's grants", () => {
  expectTypeOf<Row<'chat_messages'>['role']>().toEqualTypeOf<'user' | 'assistant' | 'system'>();
  expectTypeOf<Row<'chat_history'>['pinned_at']>().toEqualTypeOf<string | null>();
  expectTypeOf<keyof Insert<'chat_history'>>().toEqualTypeOf<
    'id' | 'user_id' | 'title' | 'project_id' | 'model_id' | 'vendor_id' | 'parameters' | 'chat_key'
  >();
  expectTypeOf<Row<'api_vendors'>>().not.toHaveProperty('api_key_encrypted');
  expectTypeOf<Insert<'chat_messages'>>().not.toHaveProperty('origin');
  expectTypeOf<Update<'user_roles'>>().toEqualTypeOf<Record<string, never>>();
});

it('works with supabase-js, including embeds', () => {
  const client = createClient<Database>('http://service.test', 'an unused key', {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const preload = () => client.from('chat_history').select('id, title, chat_messages(id, content)');
  type Preload = NonNullable<Awaited<ReturnType<typeof preload>>['data']>[number];
  expectTypeOf<Preload['chat_messages'][number]>().toEqualTypeOf<{ id: string; content: string }>();
  const plan = () => client.rpc('current_plan');
  expectTypeOf<NonNullable<Awaited<ReturnType<typeof plan>>['data']>>().toEqualTypeOf<string>();
  expect(client.from('chat_history').select('id')).toHaveProperty('url');
});
