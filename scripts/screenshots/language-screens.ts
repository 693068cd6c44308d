import { storeChat } from '../../e2e/support/stored-chat.ts';
import { translatedText } from '../../e2e/support/translations.ts';
import { type Exchange, rightToLeftChat } from './sample-chats.ts';
import type { Screen, Stage } from './screen.ts';

const chats = {
  de: {
    question: 'Wie viele Blätter hat ein Kleeblatt?',
    reply:
      'Meist **drei**, sehr selten vier:\n\n- Ein Glücksklee hat immer vier.\n- `npm start` startet das Programm.',
  },
  ja: {
    question: 'クローバーの葉は何枚ですか？',
    reply:
      '普通は**三枚**ですが、四枚のものもあります。\n\n- 四つ葉は幸運のしるしです。\n- `npm start` で起動します。',
  },
  ar: rightToLeftChat,
} satisfies Readonly<Record<string, Exchange>>;

/** The languages of the screenshots: one with long words, one with another script, and one that is right-to-left. */
type Code = keyof typeof chats;

/** Opens a page in a language, with a stored chat. */
async function open({ page, studio, person }: Stage, code: Code, path: string): Promise<string> {
  if (!person) throw new Error(`${path} needs an account.`);
  const { question, reply } = chats[code];
  const { id } = await storeChat(studio.admin, person.id, question, [question, reply]);
  await page.addInitScript((language) => localStorage.setItem('clover-language', language), code);
  await page.goto(path);
  await page.locator(`html[lang="${code}"]`).waitFor();
  return id;
}

const modelOf = ({ page }: Stage) => page.getByRole('button', { name: /Dolphin/ });

const screensIn = (code: Code): readonly Screen[] => {
  const textOf = (catalog: string, key: string) => translatedText(code, catalog, key);
  const screen = (name: string, act: Screen['open']): Screen => ({
    name: `language-${code}-${name}`,
    viewer: 'newcomer',
    open: act,
  });
  return [
    screen('empty', async (stage) => {
      await open(stage, code, '/chat');
      await stage.page
        .getByRole('textbox', { name: textOf('chat/composer', 'label'), exact: true })
        .waitFor();
      await modelOf(stage).waitFor();
    }),
    screen('chat', async (stage) => {
      const { page } = stage;
      const id = await open(stage, code, '/chat');
      await page.goto(`/chat?id=${id}`);
      await page.getByRole('log').getByRole('article').nth(1).waitFor();
      await modelOf(stage).waitFor();
    }),
    screen('general', async (stage) => {
      await open(stage, code, '/account/general');
      await stage.page.getByRole('combobox', { name: textOf('components/language', 'label') }).waitFor();
    }),
    screen('history', async (stage) => {
      await open(stage, code, '/history');
      await stage.page.getByRole('checkbox', { name: textOf('chat/history', 'selectAll') }).waitFor();
    }),
  ];
};

export const languageScreens: readonly Screen[] = Object.keys(chats).flatMap((code) =>
  screensIn(code as Code),
);
