import type { Page } from 'playwright';

/** A message as a device shows it or should show it. */
export interface ScreenMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** How a reply ended, if it isn't complete. */
  readonly end: 'stopped' | 'interrupted' | 'length' | null;
  /** `2 of 3` if there are several versions. */
  readonly version: string | null;
}

export interface ScreenChat {
  readonly id: string;
  readonly title: string;
  readonly isPinned: boolean;
  readonly messages: readonly ScreenMessage[];
}

/** Everything that a device shows: the chats of its list in order, each with its messages and its draft. */
export interface Screen {
  readonly chats: readonly (ScreenChat & { readonly draft: string; readonly canRetry: boolean })[];
  readonly newDraft: string;
  /** The drafts on the device by their storage key, including those of archived chats, which are not in the list. */
  readonly storedDrafts: Readonly<Record<string, string>>;
  /** Descriptions of chats and messages that are waiting to be sent, and of replies that are still running. */
  readonly unfinished: readonly string[];
}

/** Opens every chat of a device and reads its content. */
export const readScreen = (page: Page): Promise<Screen> => page.evaluate(readPage);

/** Returns the chats that a device lists, in order, and how many requests are open. Reading its chats takes longer. */
export const readList = (
  page: Page,
): Promise<{ readonly ids: readonly string[]; readonly openRequests: number }> =>
  page.evaluate(() => ({
    ids: [...document.querySelectorAll<HTMLElement>('nav[aria-label="Chats"] [data-line]')].map(
      (line) => line.dataset['line'] ?? '',
    ),
    openRequests: Number(document.documentElement.dataset['requests'] ?? 0),
  }));

/** Runs in the page, so it can't use anything outside this function. */
async function readPage(): Promise<Screen> {
  const frame = () => new Promise<unknown>((resolve) => requestAnimationFrame(resolve));
  const all = (selector: string, within: ParentNode = document) => [
    ...within.querySelectorAll<HTMLElement>(selector),
  ];
  const words = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
  // Read the mark in the list, because the URL changes before the page.
  const openLine = () =>
    document.querySelector<HTMLElement>('[data-line][aria-current="page"]')?.dataset['line'];
  const draft = () =>
    document.querySelector<HTMLTextAreaElement>('textarea[aria-label="Message"]')?.value ?? '';
  const settle = async (isShown: () => boolean) => {
    let calmFrames = 0;
    for (let tries = 0; tries < 180 && calmFrames < 8; tries += 1) {
      await frame();
      // Wait until the chat is loaded, because a chat that is closed earlier never shows new messages.
      const isLoading =
        document.querySelector('[aria-label="Loading chat"]') !== null ||
        Number(document.documentElement.dataset['requests'] ?? 0) > 0;
      calmFrames = isShown() && !isLoading ? calmFrames + 1 : 0;
    }
  };

  const readMessage = (row: HTMLElement) => {
    const article = row.querySelector('article');
    const role: 'user' | 'assistant' = article?.getAttribute('aria-label') === 'You' ? 'user' : 'assistant';
    // A returned draft and a new text are paragraphs of one message.
    const own = all('p[dir]', article ?? row)
      .filter((text) => !text.closest('[role="alert"]'))
      .map(({ textContent }) => textContent);
    const notes = all(':scope > div:not(:nth-child(2)) p, :scope > p', article ?? row).map((note) =>
      words(note.textContent),
    );
    const end = notes.some((note) => note === 'Stopped')
      ? ('stopped' as const)
      : notes.some((note) => note.startsWith('Interrupted'))
        ? ('interrupted' as const)
        : notes.some((note) => note.startsWith('The reply reached'))
          ? ('length' as const)
          : null;
    const version =
      row.querySelector('fieldset')?.getAttribute('aria-label')?.replace('Version ', '') ?? null;
    return {
      id: row.dataset['message'] ?? '',
      role,
      text: words(role === 'user' ? own.join(' ') : article?.children[1]?.textContent),
      end: role === 'user' ? null : end,
      version,
    };
  };

  const unfinished: string[] = [];
  const chats: Screen['chats'][number][] = [];
  let isPinned = false;
  const lines = all('nav[aria-label="Chats"] li').flatMap((line) => {
    const heading = line.querySelector('h2');
    if (heading) isPinned = heading.textContent === 'Pinned';
    const button = line.querySelector<HTMLElement>('[data-line]');
    if (!button) return [];
    const state = words(button.textContent);
    const id = button.dataset['line'] ?? '';
    if (id.startsWith('optimistic_') || /(Waiting|Saving)$/.test(state)) unfinished.push(`list: ${state}`);
    return [{ id, title: words(button.querySelector('span')?.textContent), isPinned }];
  });
  if (lines.length === 0 && !/No (?:chats yet|other chats)/.test(document.body.textContent ?? ''))
    unfinished.push('the list is not loaded');
  for (const line of lines) {
    document.querySelector<HTMLElement>(`[data-line="${CSS.escape(line.id)}"]`)?.click();
    await settle(() => openLine() === line.id);
    const log = document.querySelector<HTMLElement>('[role="log"]');
    const rows = all('[data-message]', log ?? document.createElement('div'));
    if (document.querySelector('button[aria-label="Stop"]'))
      unfinished.push(`${line.title}: a reply is running`);
    for (const article of all('article[aria-busy="true"]', log ?? document.createElement('div')))
      unfinished.push(`${line.title}: a reply grows: ${words(article.textContent).slice(0, 40)}`);
    for (const note of all('output', log ?? document.createElement('div')))
      if (words(note.textContent).startsWith('Waiting'))
        unfinished.push(`${line.title}: ${words(note.textContent)}`);
    // Held messages wait until the user presses "Send now".
    const sendNow = all('button').find(({ textContent }) => words(textContent) === 'Send now');
    if (sendNow) unfinished.push(`${line.title}: messages are held`);
    else if (document.querySelector('section[aria-label="Waiting messages"]'))
      unfinished.push(`${line.title}: messages wait`);
    sendNow?.click();
    // Retry is below the question, even if a part of the reply follows.
    const canRetry = rows
      .slice(-2)
      .some((row) => all('button', row).some(({ textContent }) => words(textContent) === 'Retry'));
    chats.push({ ...line, messages: rows.map(readMessage), draft: draft(), canRetry });
  }
  document.querySelector<HTMLElement>('button[aria-label="New chat"]')?.click();
  await settle(() => openLine() === undefined);
  const storedDrafts = Object.fromEntries(
    Object.entries(localStorage).filter(([key]) => key.startsWith('clover-draft:')),
  ) as Record<string, string>;
  return { chats, newDraft: draft(), storedDrafts, unfinished };
}
