import { storeChat } from '../../e2e/support/stored-chat.ts';
import {
  codeChat,
  sampleReplies,
  rightToLeftChat,
  tableChat,
  wideChat,
  type Exchange,
} from './sample-chats.ts';
import type { Screen, Stage } from './screen.ts';

const stored = (name: string, ...exchanges: readonly Exchange[]): Screen => ({
  name,
  viewer: 'newcomer',
  open: async ({ page, studio, person }) => {
    if (!person) throw new Error(`${name} needs an account.`);
    const texts = exchanges.flatMap(({ question, reply }) => [question, reply]);
    const { id } = await storeChat(studio.admin, person.id, exchanges[0]?.question ?? name, texts);
    await page.goto(`/chat?id=${id}`);
    await page.getByRole('log').getByRole('article').nth(1).waitFor();
    await page.getByRole('button', { name: /Choose another model/ }).waitFor();
  },
});

/**
 * Sends a question and waits for a text on the screen. The question's words decide how the vendor replies
 * (studio.ts).
 */
async function ask({ page, chat }: Stage, question: string, ready: string | RegExp): Promise<void> {
  await page.goto('/chat');
  await page.getByRole('button', { name: /Choose another model/ }).waitFor();
  await chat.send(question);
  await page.getByText(ready).first().waitFor();
}

const sending = (name: string, question: string, ready: string | RegExp): Screen => ({
  name,
  viewer: 'newcomer',
  open: (stage) => ask(stage, question, ready),
});

/** Returns a screen in its state after an action. */
const after = (name: string, before: Screen, act: (stage: Stage) => Promise<void>): Screen => ({
  ...before,
  name,
  open: async (stage) => {
    await before.open(stage);
    await act(stage);
  },
});

/** Reads a reply aloud with a silent voice, because the browser of the screenshots has none. */
const readAloud = (name: string, isLocal: boolean): Screen =>
  after(name, stored('read', ...sampleReplies), async ({ page }) => {
    await page.evaluate((localService) => {
      const voice = { name: 'Leaf', lang: 'en', voiceURI: 'leaf', localService, default: true };
      Object.defineProperty(window, 'speechSynthesis', {
        value: { getVoices: () => [voice], cancel() {}, speak() {} },
      });
      // The browser's own class accepts only the browser's voices.
      Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: class {} });
    }, isLocal);
    const reply = page.getByRole('article').last();
    await reply.hover();
    const button = reply.getByRole('button', { name: 'Read aloud' });
    if (await button.isVisible()) await button.click();
    else {
      await reply.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Read aloud' }).click();
    }
    await page.getByRole('region', { name: 'Reading aloud' }).waitFor();
  });

export const chatScreens: readonly Screen[] = [
  {
    name: 'chat-empty',
    viewer: 'newcomer',
    open: async ({ page }) => {
      await page.goto('/chat');
      await page
        .getByText('No chats yet')
        .or(page.getByRole('button', { name: 'Open sidebar' }))
        .first()
        .waitFor();
      await page.getByRole('button', { name: /Choose another model/ }).waitFor();
    },
  },
  {
    name: 'chat-guest',
    viewer: 'visitor',
    open: async ({ page }) => {
      await page.goto('/signin?demo=true');
      await page.waitForURL(/\/chat/);
      await page.getByRole('button', { name: /Choose another model/ }).waitFor();
    },
  },
  stored('chat-code', codeChat),
  stored('chat-table-formula', tableChat),
  stored('chat-right-to-left', rightToLeftChat),
  stored('chat-long-words', wideChat),
  stored('chat-several', ...sampleReplies, codeChat),
  after('chat-find', stored('several', ...sampleReplies, codeChat), async ({ page }) => {
    await page.keyboard.press('Control+f');
    await page.getByRole('textbox', { name: 'Find in chat' }).fill('the');
    await page.getByText(/^\d+ of \d+$/).waitFor();
  }),
  after('chat-map', stored('several', ...sampleReplies, codeChat), async ({ page }) => {
    await page.getByRole('button', { name: 'Chat actions' }).click();
    await page.getByRole('menuitem', { name: 'Message map' }).click();
    await page.getByRole('dialog').getByRole('listitem').first().waitFor();
  }),
  after('chat-actions', stored('several', ...sampleReplies, codeChat), async ({ page }) => {
    await page.getByRole('button', { name: 'Chat actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
  }),
  after('chat-undo', stored('several', ...sampleReplies, codeChat), async ({ page }) => {
    await page.getByRole('button', { name: 'Chat actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
  }),
  { ...readAloud('chat-read-aloud', true), viewer: 'user' },
  { ...readAloud('chat-read-aloud-network', false), viewer: 'user' },
  sending('chat-thinking', 'Please wait forever', /Thinking|Processing/),
  sending('chat-streaming', 'Tell a long story', 'A clover has'),
  {
    name: 'chat-failed',
    viewer: 'newcomer',
    open: async ({ page, chat }) => {
      await page.goto('/chat');
      await chat.send('Please fail');
      await page.getByRole('button', { name: 'Retry' }).waitFor();
    },
  },
  sending('chat-cut-off', 'Please break off', /Interrupted/),
  {
    name: 'chat-stopped',
    viewer: 'newcomer',
    open: async (stage) => {
      await ask(stage, 'Tell a long story', 'A clover has');
      await stage.chat.stop.click();
      await stage.chat.replyEnds();
    },
  },
  {
    name: 'chat-waiting-message',
    viewer: 'newcomer',
    open: async (stage) => {
      await ask(stage, 'Tell a long story', 'A clover has');
      await stage.chat.input.fill('And another question after that');
      await stage.chat.input.press('Enter');
      await stage.page.getByText('And another question after that').first().waitFor();
    },
  },
  {
    name: 'chat-offline',
    viewer: 'newcomer',
    open: async ({ page, chat }) => {
      await page.goto('/chat');
      await page.getByRole('button', { name: /Choose another model/ }).waitFor();
      await page.context().setOffline(true);
      await chat.send('How many leaves?');
      await page.getByText('Waiting for a connection').first().waitFor();
    },
  },
  {
    name: 'chat-not-loaded',
    viewer: 'user',
    open: async ({ page }) => {
      await page.route('**/rest/v1/chat_*', (route) => route.fulfill({ status: 500, body: '{}' }));
      await page.goto(`/chat?id=${crypto.randomUUID()}`);
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'chat-loading',
    viewer: 'user',
    open: async ({ page }) => {
      await page.route('**/rest/v1/chat_*', () => {});
      await page.goto(`/chat?id=${crypto.randomUUID()}`);
      await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor();
    },
  },
  {
    name: 'chat-quota',
    viewer: 'newcomer',
    open: async (stage) => {
      const { studio, person, page } = stage;
      await studio.admin.from('subscriptions').delete().eq('user_id', person?.id).throwOnError();
      for (const count of [1, 2, 3]) await ask(stage, `Question ${count}`, `You said: Question ${count}`);
      await stage.chat.replyEnds();
      await stage.chat.send('One too many');
      await page
        .getByText(/You have used your 3 messages/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'chat-temporary',
    viewer: 'newcomer',
    open: async ({ page }) => {
      await page.goto('/chat');
      await page.getByRole('button', { name: 'Temporary chat' }).click();
    },
  },
  {
    name: 'chat-gone',
    viewer: 'user',
    open: async ({ page }) => {
      await page.goto(`/chat?id=${crypto.randomUUID()}`);
      await page.getByRole('button', { name: /Choose another model/ }).waitFor();
    },
  },
];
