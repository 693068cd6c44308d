import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { QuickActionName } from '../../shared/quick-actions/contract.ts';
import { ChatScreen, UserChats } from '../features/chat/ChatScreen.tsx';
import { chatEngineOf } from '../features/chat/engine.ts';
import { startFakeChats } from '../features/chat/testing/fake-chats.ts';
import { mockGateway } from '../features/chat/testing/mock-gateway.ts';
// Load it first, so that a slow machine does not fail a test.
import '../features/quick-actions/ask-quick-action.ts';
import '../features/quick-actions/QuickActionDialog.tsx';
import { QuickActions } from '../features/quick-actions/QuickActions.tsx';
import { createQueryClient } from '../lib/query-client.ts';
import { vendorQueries } from '../lib/vendors.ts';
import { platform } from '../platform/index.ts';
import { type Answer, fakeSession } from '../testing/fake-service.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';
import { UiProvider } from '../theme/UiProvider.tsx';

const imageId = '33333333-3333-4333-8333-333333333333';

beforeEach(() => {
  // jsdom has no layout, and the chat list renders only the rows that fit.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => void vi.restoreAllMocks());

/** Opens a Starter user's chat with quick actions, but without models. */
function open(prepare: (service: ReturnType<typeof startFakeChats>) => void = () => {}) {
  const service = startFakeChats();
  prepare(service);
  const gateway = mockGateway(service);
  storeSession();
  const client = createQueryClient();
  onTestFinished(() => chatEngineOf(fakeSession().user.id, client).dispose());
  const app = renderApp(
    <QueryClientProvider client={client}>
      <UiProvider>
        <UserChats>
          <ChatScreen
            model={null}
            askForKey={null}
            nameOfModel={(id) => id}
            modelPicker={null}
            AccountMenu={() => null}
            QuickActions={QuickActions}
          />
        </UserChats>
      </UiProvider>
    </QueryClientProvider>,
    '/chat',
  );
  const answer = (name: QuickActionName, reply: Answer | (() => Promise<Answer>)) =>
    service.answer(`POST /functions/v1/${name}`, reply);
  /** Makes an action succeed, with a reply that the function has stored. */
  const succeed = (name: QuickActionName, result: object, content: string) =>
    service.answer(`POST /functions/v1/${name}`, ({ headers }) => {
      const id = headers.get('x-clover-reply-id') ?? '';
      const question_id = headers.get('x-clover-question-id') ?? '';
      const origin = { model_id: null, vendor_id: null, unavailable_vendor: null };
      const row = service.storeReply({ id, question_id, content, status: 'complete', ...origin });
      gateway.stored.set(id, row);
      return { body: { success: true, ...result } };
    });
  const calls = () =>
    service.requests.filter(({ method, path }) => method === 'POST' && path.startsWith('/functions/v1/'));
  /** Opens an action from the landing page and returns its dialog. */
  const choose = async (name: string) => {
    const menu = await screen.findByRole('button', { name: 'Quick actions' });
    await waitFor(() => expect(menu).toBeEnabled());
    await app.user.click(menu);
    await app.user.click(await screen.findByRole('menuitem', { name }));
    return screen.findByRole('dialog', { name });
  };
  const write = async (name: string, text: string) => {
    const field = within(await choose(name)).getByRole('textbox');
    await app.user.click(field);
    await app.user.paste(text);
  };
  return { ...app, client, service, answer, succeed, calls, choose, write };
}

const submit = '{Control>}{Enter}{/Control}';

interface Case {
  readonly name: QuickActionName;
  readonly entry: string;
  readonly asks: string;
  readonly reply: Readonly<Record<string, unknown>>;
  readonly content: string;
  readonly done: string;
  readonly failed: string;
  readonly failedText: string;
  /** The requirement rows of the action's two toasts. */
  readonly doneRow: string;
  readonly failedRow: string;
}

const cases: readonly Case[] = [
  {
    name: 'image-generation',
    entry: 'Image generation',
    asks: 'Image description',
    reply: { imageUrl: `http://localhost:3000/functions/v1/images/${imageId}` },
    content: `![Four leaves](/functions/v1/images/${imageId})`,
    done: 'Image Created',
    failed: 'Generation Failed',
    failedText: 'Failed to generate image',
    doneRow: '[QUICK-017]',
    failedRow: '[QUICK-012]',
  },
  {
    name: 'text-summarization',
    entry: 'Text summarization',
    asks: 'Text to summarize',
    reply: { summary: 'In short', originalLength: 11, summaryLength: 8 },
    content: 'In short',
    done: 'Summary Created',
    failed: 'Summarization Failed',
    failedText: 'Failed to summarize text',
    doneRow: '[QUICK-018]',
    failedRow: '[QUICK-013]',
  },
  {
    name: 'data-analysis',
    entry: 'Data analysis',
    asks: 'Data as CSV, JSON or plain text',
    reply: { analysis: 'A trend' },
    content: 'A trend',
    done: 'Analysis Complete',
    failed: 'Analysis Failed',
    failedText: 'Failed to analyze data',
    doneRow: '[QUICK-019]',
    failedRow: '[QUICK-014]',
  },
  {
    name: 'code-assistance',
    entry: 'Code help',
    asks: 'Code, or a description of what you need',
    reply: { assistance: 'Looks fine' },
    content: 'Looks fine',
    done: 'Code Review Complete',
    failed: 'Code Help Failed',
    failedText: 'Failed to get code assistance',
    doneRow: '[QUICK-020]',
    failedRow: '[QUICK-015]',
  },
  {
    name: 'advice-generation',
    entry: 'Advice',
    asks: 'Advice topic',
    reply: { advice: 'Sleep on it' },
    content: 'Sleep on it',
    done: 'Advice Provided',
    failed: 'Advice Failed',
    failedText: 'Failed to get advice',
    doneRow: '[QUICK-021]',
    failedRow: '[QUICK-016]',
  },
];

describe.each(cases)('$entry', ({ name, entry, asks, reply, content, ...expected }) => {
  const { done, doneRow, failed, failedText, failedRow } = expected;

  it(`asks for text and stores it with the result as messages of a new chat [QUICK-001, QUICK-003, QUICK-022] ${doneRow}`, async () => {
    const { user, service, succeed, calls, choose, address } = open();
    succeed(name, reply, content);
    const dialog = within(await choose(entry));
    await user.type(dialog.getByRole('textbox', { name: asks }), `Four leaves${submit}`);
    expect(await screen.findByText(done)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(service.messages.map(({ role, content: text }) => [role, text])).toEqual([
      ['user', 'Four leaves'],
      ['assistant', content],
    ]);
    expect(calls().map(({ headers }) => headers.get('x-clover-message-id'))).toEqual([
      service.messages[0]?.id,
    ]);
    expect(service.chats.map(({ title }) => title)).toEqual(['Four leaves']);
    await waitFor(() => expect(address()).toBe(`/chat?id=${service.chats[0]?.id}`));
  });

  it(`shows in a separate toast why it failed, and names the service [QUICK-011] ${failedRow}`, async () => {
    const { user, answer, write } = open();
    answer(name, { status: 503, body: { success: false, error: 'The vendor is resting.' } });
    await write(entry, 'Four leaves');
    await user.keyboard(submit);
    const notice = (await screen.findByText(failed)).closest('[role=alert]');
    expect(notice).toHaveTextContent('The vendor is resting.');
    expect(notice).toHaveAttribute('data-variant', 'destructive');
    answer(name, { status: 500, body: 'nginx' });
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(failedText)).toBeVisible();
  });
});

describe('a dialog', () => {
  it('does nothing if it is closed or confirmed while blank: no call, no toast, no message [QUICK-004]', async () => {
    const { user, service, calls, choose } = open();
    const dialog = await choose('Advice');
    await user.keyboard(`   ${submit}`);
    expect(screen.getByRole('dialog', { name: 'Advice' })).toBe(dialog);
    expect(within(dialog).getByRole('button', { name: 'Get advice' })).toBeDisabled();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await choose('Advice');
    await user.keyboard('Begun{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect([calls(), service.messages, service.chats]).toEqual([[], [], []]);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('heading', { name: 'What can I help with?' })).toBeVisible();
  });

  it('returns the focus and keeps the typed text for next time', async () => {
    const { user, choose } = open();
    const dialog = await choose('Data analysis');
    expect(within(dialog).getByRole('textbox')).toHaveFocus();
    await user.keyboard('a,b{Enter}1,2{Escape}');
    expect(screen.getByRole('button', { name: 'Quick actions' })).toHaveFocus();
    await choose('Advice');
    expect(screen.getByRole('textbox', { name: 'Advice topic' })).toHaveValue('');
    await user.keyboard('{Escape}');
    await choose('Data analysis');
    expect(screen.getByRole('textbox', { name: 'Data as CSV, JSON or plain text' })).toHaveValue('a,b\n1,2');
  });

  it('shows its length limit and never sends more text', async () => {
    const { user, calls, write } = open();
    await write('Image generation', 'x'.repeat(4_001));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText('4,001 of 4,000 characters. Shorten the text.')).toBeVisible();
    await user.keyboard(submit);
    expect(dialog.getByRole('button', { name: 'Create image' })).toBeDisabled();
    await user.keyboard('{Backspace}');
    expect(dialog.getByText('Up to 4,000 characters.')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Create image' })).toBeEnabled();
    expect(calls()).toEqual([]);
  });
});

it('a refused action creates no chat and keeps its text in the dialog [ROLE-020]', async () => {
  const { user, service, calls, choose, write } = open(({ refuseMessages }) =>
    refuseMessages('Enough for today.'),
  );
  await write('Code help', 'let x;');
  await user.keyboard(submit);
  expect(await screen.findByText('Enough for today.')).toBeVisible();
  expect([service.chats, calls()]).toEqual([[], []]);
  await choose('Code help');
  expect(screen.getByRole('textbox', { name: /^Code/ })).toHaveValue('let x;');
});

it('an open chat offers the actions beside its input, disables them during a reply, and Stop cancels one', async () => {
  const { user, service, answer, succeed, write } = open();
  succeed('advice-generation', { advice: 'Sleep on it' }, 'Sleep on it');
  await write('Advice', 'Should I?');
  await user.keyboard(submit);
  await screen.findByText('Sleep on it');
  const { promise, resolve } = Promise.withResolvers<Answer>();
  vi.spyOn(platform, 'stopReply').mockImplementation(async () =>
    resolve({ status: 499, body: { success: false, error: 'Stopped', code: 'aborted' } }),
  );
  answer('text-summarization', () => promise);
  const menu = await screen.findByRole('button', { name: 'Quick actions' });
  await waitFor(() => expect(menu).toBeEnabled());
  await user.click(menu);
  await user.click(await screen.findByRole('menuitem', { name: 'Text summarization' }));
  await user.type(await screen.findByRole('textbox', { name: 'Text to summarize' }), `Long${submit}`);
  expect(await screen.findByText('Processing your request...')).toBeVisible();
  expect(menu).toBeDisabled();
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveFocus();
  await user.click(await screen.findByRole('button', { name: 'Stop' }));
  expect(await screen.findByText('No reply')).toBeVisible();
  expect(service.messages.map(({ content }) => content)).toEqual(['Should I?', 'Sleep on it', 'Long']);
  expect(service.chats).toHaveLength(1);
});

it.each([
  ['modelslab', false],
  ['demo', false],
  ['openai', true],
  // The app doesn't know whether an added vendor can create images.
  ['an-added-vendor', false],
])('offers images with the vendor %s: %s', async (name, offered) => {
  const vendor = { id: name, name, display_name: name, endpoint_url: null, has_key: true, is_active: true };
  const { client, user } = open(({ answer }) =>
    answer('GET /rest/v1/api_vendors', { body: [{ ...vendor, config: {} }] }),
  );
  await waitFor(() => expect(client.getQueryData(vendorQueries.all().queryKey)).toHaveLength(1));
  await user.click(await screen.findByRole('button', { name: 'Quick actions' }));
  await screen.findByRole('menuitem', { name: 'Advice' });
  const image = () => screen.queryByRole('menuitem', { name: 'Image generation' });
  await waitFor(() => expect(image() !== null).toBe(offered));
});
