// Users' actions with models, on the web and in the desktop app: details, choice, thinking, changes during a chat,
// failover, budget, context and comparison.
import type { SupabaseClient } from '@supabase/supabase-js';
import { expect } from 'playwright/test';
import { ChatPage, chooseModel } from '../support/chat-page.ts';
import { callsTo, scriptReplies } from '../support/journey.ts';
import { isAt, type Place } from '../support/place.ts';
import { fillSignIn, newUser, type Person } from '../support/sign-in.ts';

/** Some models of a new installation. */
const models = {
  dolphin: { id: 'cognitivecomputations/dolphin-mixtral-8x22b', name: 'Dolphin Mixtral 8x22B' },
  llama: { id: 'meta-llama/Meta-Llama-3.1-8B-Instruct', name: 'Llama 3.1 8B Instruct' },
  gemma: { id: 'google/gemma-3-27b-it', name: 'Gemma 3 27B' },
} as const;

/** Creates a user on the Professional plan, whose daily limit is high enough. */
export async function createProfessional(admin: SupabaseClient): Promise<Person> {
  const person = newUser('Professional Person');
  const { data, error } = await admin.auth.admin.createUser({ ...person, email_confirm: true });
  if (error) throw error;
  const plan = { user_id: data.user.id, plan: 'professional', source: 'admin' };
  await admin.from('subscriptions').insert(plan).throwOnError();
  return person;
}

export async function enterChat({ page, open }: Place, person: Person): Promise<ChatPage> {
  await open('/signin?redirectTo=/chat');
  await fillSignIn(page, person);
  await expect(page).toHaveURL(isAt('/chat'));
  return new ChatPage(page);
}

/** Needs the vendors of `connectVendors`, and a user signed in to the chat. */
export async function changeModels({ page, vendor, admin }: Place): Promise<void> {
  const chat = new ChatPage(page);
  const picker = page.getByRole('button', { name: /^Model: / });
  const choose = (name: string) => chooseModel(page, name);
  const requestedModel = () =>
    (callsTo(vendor).at(-1)?.body as { readonly model?: string } | undefined)?.model;
  vendor.reset();
  await admin
    .from('api_vendors')
    .update({ config: { stream: true, default_model: models.llama.id, fallback_models: [models.gemma.id] } })
    .eq('name', 'deepinfra')
    .throwOnError();

  await picker.click();
  await page.getByText('What are Models?').click();
  await expect(page.getByText(/A model is the program that writes replies/)).toBeVisible();
  await choose(models.dolphin.name);
  const reasoning = 'Clovers are trifoliate.';
  scriptReplies(vendor, { kind: 'reply', text: 'Three, and rarely a fourth.', reasoning });
  await chat.send('How many leaves has a clover?');
  const first = chat.message('Three, and rarely a fourth.');
  await expect(first.getByRole('button', { name: /^Th(ought|inking)/ })).toBeVisible();
  await expect(page.getByText(reasoning)).toHaveCount(0);
  await chat.replyEnds();
  const [call] = callsTo(vendor);
  expect([call?.path, call?.headers.authorization, requestedModel()]).toEqual([
    new URL(vendor.endpoints.deepinfra).pathname,
    'Bearer key-of-deepinfra',
    models.dolphin.id,
  ]);

  // After a failure, choosing another model sends the question again.
  scriptReplies(vendor, { kind: 'status', status: 400 }, { kind: 'reply', text: 'White, mostly.' });
  await chat.send('What color are its flowers?');
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  await picker.click();
  await choose(models.llama.name);
  await expect(chat.message('White, mostly.')).toBeVisible();
  await chat.replyEnds();
  expect(requestedModel()).toBe(models.llama.id);

  // The vendor's default model has a fallback. The reply must name it.
  scriptReplies(
    vendor,
    { kind: 'status', status: 404, body: { error: { message: 'The model does not exist' } } },
    { kind: 'reply', text: 'It folds them at night.' },
  );
  await chat.send('Does it sleep?');
  const standIn = chat.message('It folds them at night.');
  await expect(standIn.getByText(models.gemma.name)).toBeVisible();
  await chat.replyEnds();
  expect(requestedModel()).toBe(models.gemma.id);

  // The vendor also has a failover vendor.
  scriptReplies(vendor, { kind: 'status', status: 503 }, { kind: 'reply', text: 'For luck.' });
  await chat.send('Why do people look for four?');
  const notice = 'OpenRouter replied because DeepInfra was unavailable';
  const other = chat.message('For luck.');
  await expect(other.getByText(notice)).toBeVisible();
  expect(callsTo(vendor).at(-1)?.headers.authorization).toBe('Bearer key-of-openrouter');
  await chat.replyEnds();

  await exceedBudget({ page, vendor, admin });

  await setContext(admin, 432);
  await page.reload();
  await first.getByRole('button', { name: /^Th(ought|inking)/ }).click();
  await expect(first.getByText(reasoning)).toBeVisible();
  await expect(other.getByText(notice)).toBeVisible();
  await expect(first.getByText(notice)).toHaveCount(0);
  await expect(standIn.getByText(models.gemma.name)).toBeVisible();
  await expect(chat.message('What color are its flowers?')).toHaveCount(1);
  await expect(picker).toHaveAccessibleName(new RegExp(models.llama.name));
  await compareModels({ page, vendor });
  await exceedContext({ page, vendor });
  await setContext(admin, 131_072);
}

const setContext = (admin: SupabaseClient, context_length: number) =>
  admin
    .from('api_vendor_models')
    .update({ config: { context_length } })
    .eq('model_id', models.llama.id)
    .throwOnError();

/**
 * Uses up the service's budget. A message is then refused before it reaches the vendor, and sent again after the budget
 * is raised.
 */
async function exceedBudget({
  page,
  vendor,
  admin,
}: Pick<Place, 'page' | 'vendor' | 'admin'>): Promise<void> {
  const chat = new ChatPage(page);
  const set = (setting_value: string) =>
    admin
      .from('system_settings')
      .upsert({ setting_key: 'service_cost_per_month', setting_value }, { onConflict: 'setting_key' })
      .throwOnError();
  const earlier = callsTo(vendor).length;
  await set('0');
  await chat.send('Is luck expensive?');
  const refused = chat.message('Is luck expensive?');
  await expect(refused).toContainText('This service has used its budget for this month.');
  expect(callsTo(vendor)).toHaveLength(earlier);
  await set('none');
  scriptReplies(vendor, { kind: 'reply', text: 'Luck is free.' });
  await refused.getByRole('button', { name: 'Retry' }).click();
  await expect(chat.message('Luck is free.')).toBeVisible();
  await chat.replyEnds();
}

/**
 * Exceeds the context. A mark shows that older messages no longer fit. The user branches, then lets the model summarize
 * them.
 */
async function exceedContext({ page, vendor }: Pick<Place, 'page' | 'vendor'>): Promise<void> {
  const chat = new ChatPage(page);
  scriptReplies(
    vendor,
    { kind: 'reply', text: 'That is a long list.' },
    { kind: 'reply', text: 'They talked about clovers.' },
    { kind: 'reply', text: 'Nothing more.' },
  );
  await chat.send('and '.repeat(280));
  await expect(chat.message('That is a long list.')).toBeVisible();
  await chat.replyEnds();
  const mark = page.getByText(`This chat is too long for ${models.llama.name}`);
  await expect(mark).toBeVisible();

  const whole = page.url();
  await page.getByRole('button', { name: 'New chat from here' }).click();
  await expect(page).not.toHaveURL(whole);
  await expect(chat.message('That is a long list.')).toBeVisible();
  await expect(chat.message('Because it is lucky')).toHaveCount(0);
  await page.goBack();

  await page.getByRole('button', { name: 'Summarize earlier messages' }).click();
  await expect(page.getByText('This summary is sent instead of the messages above.')).toBeVisible();
  await expect(mark).toHaveCount(0);
  await chat.send('What else?');
  await expect(chat.message('Nothing more.')).toBeVisible();
  await chat.replyEnds();
  const sent = JSON.stringify(callsTo(vendor).at(-1)?.body);
  expect(sent).toContain('They talked about clovers.');
  expect(sent).not.toContain('Because it is lucky');
}

/**
 * Lets two more models answer the last message. After a reload, all replies are still there, and the chosen one is a
 * version of the first.
 */
async function compareModels({ page, vendor }: Pick<Place, 'page' | 'vendor'>): Promise<void> {
  const chat = new ChatPage(page);
  const end = Promise.withResolvers<void>();
  const paced = { kind: 'pace', between: 25, end: end.promise } as const;
  scriptReplies(
    vendor,
    { ...paced, text: 'Because it is rare. '.repeat(30) },
    { ...paced, text: 'Because it is lucky. '.repeat(30) },
  );
  const first = chat.message('For luck.');
  await first.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Compare replies' }).click();
  await page.getByRole('button', { name: 'Add models…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Compare models' });
  await dialog.getByRole('checkbox', { name: models.dolphin.name, exact: true }).check();
  await dialog.getByRole('checkbox', { name: models.gemma.name, exact: true }).check();
  await expect(dialog.getByText(/^Uses 2 messages/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Ask 2 models' }).click();
  await expect(page.getByText(/Because it is rare/)).toBeVisible();
  await expect(page.getByText(/Because it is lucky/)).toBeVisible();

  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(page.getByRole('button', { name: /^Stop (?!all)/ })).toHaveCount(2);
  end.resolve();
  const chosen = page.getByRole('article').filter({ hasText: 'Because it is lucky' });
  await chosen.getByRole('button', { name: /^Use this reply/ }).click();
  await expect(chat.message('Because it is lucky')).toBeVisible();
  await expect(page.getByRole('group', { name: /of 3$/ })).toBeVisible();
}
