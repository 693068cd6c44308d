import type { SupabaseClient } from '@supabase/supabase-js';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { createAccount } from '../../e2e/support/administrator.ts';
import { connectVendor } from '../../e2e/support/journey.ts';
import { administrator, type Person } from '../../e2e/support/sign-in.ts';
import {
  startVendor,
  type Behavior,
  type FakeVendor,
  type RecordedRequest,
} from '../../e2e/vendor/vendor.ts';
import { openBrowser } from '../lib/browser.ts';
import { exchanges } from './sample-chats.ts';
import { builtService, startServiceProcess, type ServiceProcess } from '../prove/lib/service-process.ts';

/** The built product with a fake vendor that always writes the same replies. */
export interface Studio {
  readonly service: ServiceProcess;
  readonly admin: SupabaseClient;
  readonly vendor: FakeVendor;
  readonly browser: Browser;
  readonly newPage: (options?: BrowserContextOptions) => Promise<Page>;
  readonly close: () => Promise<void>;
}

const names = [
  'Ada Lovelace',
  'Alan Turing',
  'Grace Hopper',
  'Edsger Dijkstra',
  'Barbara Liskov',
  'Donald Knuth',
];

const people: readonly Person[] = names.map((name) => ({
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
  password: 'a good long password',
}));

/**
 * Returns the reply to a question, so that several pages can be open at the same time. If it is undefined, the vendor
 * repeats the question.
 */
function behaviorFor({ body }: RecordedRequest): Behavior | undefined {
  const messages = Array.isArray(body['messages']) ? (body['messages'] as { content?: unknown }[]) : [];
  const question = messages.at(-1)?.content;
  const story = 'A clover has **three** leaves, and rarely a fourth. '.repeat(200);
  switch (question) {
    case 'Please wait forever':
      return { kind: 'black-hole' };
    case 'Tell a long story':
      return { kind: 'pace', between: 100, text: story };
    case 'Please fail':
      return { kind: 'status', status: 400 };
    case 'Please break off':
      return { kind: 'cut', after: 3 };
    default: {
      // A persona's instructions are sent separately, so the message is only the end of such a question.
      const known = exchanges.find((exchange) => exchange.question.endsWith(String(question)));
      return known && { kind: 'reply', text: known.reply };
    }
  }
}

/**
 * Starts the product with a vendor whose replies name the first model of the list, so that all screenshots show the
 * same model.
 */
export async function openStudio(): Promise<Studio> {
  const vendor = await startVendor({ port: 0 });
  const service = await startServiceProcess(builtService, {
    CLOVER_ADMIN_PASSWORD: administrator.password,
  });
  const browser = await openBrowser();
  const { admin } = service;
  await connectVendor(admin, vendor);
  vendor.always(behaviorFor);
  const config = {
    stream: true,
    needs_key: false,
    default_model: 'cognitivecomputations/dolphin-mixtral-8x22b',
    transcription_model: 'whisper',
  };
  await admin.from('api_vendors').update({ config }).eq('name', 'ollama').throwOnError();
  for (const [index, person] of people.entries()) {
    const { id } = await createAccount(admin, person);
    const plan = index % 3 === 0 ? 'professional' : 'starter';
    await admin.from('subscriptions').insert({ user_id: id, plan, source: 'admin' }).throwOnError();
  }
  return {
    service,
    admin,
    vendor,
    browser,
    async newPage(options) {
      const context = await browser.newContext({ baseURL: service.url, reducedMotion: 'reduce', ...options });
      return context.newPage();
    },
    async close() {
      await browser.close();
      await service.stop();
      await vendor.close();
    },
  };
}
