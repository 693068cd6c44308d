import { expect, type Locator, type Page } from 'playwright/test';

/** The chat screen as a user operates it. */
export class ChatPage {
  readonly page: Page;
  readonly input: Locator;
  readonly log: Locator;
  readonly stop: Locator;

  constructor(page: Page) {
    this.page = page;
    this.input = page.getByRole('textbox', { name: 'Message', exact: true });
    this.log = page.getByRole('log', { name: 'Conversation' });
    this.stop = page.getByRole('button', { name: 'Stop', exact: true });
  }

  async send(text: string): Promise<void> {
    await this.input.fill(text);
    // The app blocks sending until the previous reply is stored, and for a moment after that.
    await expect(this.page.getByRole('button', { name: 'Send message' })).toBeEnabled();
    await this.input.press('Enter');
  }

  /** Starts a quick action, from the row in a new chat or the menu in an existing one. */
  async quickAction(name: string, asks: string, text: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Quick actions' }).click();
    await this.page.getByRole('menuitem', { name, exact: true }).click();
    const field = this.page.getByRole('textbox', { name: asks });
    await field.fill(text);
    await field.press('Control+Enter');
    await expect(field).toBeHidden();
  }

  async replyEnds(): Promise<void> {
    await expect(this.stop).toBeHidden({ timeout: 20_000 });
  }

  message(text: string | RegExp): Locator {
    return this.log.getByRole('article').filter({ hasText: text });
  }

  /** Returns the chat's entry in the sidebar. On a narrow screen the sidebar is a drawer. */
  async entry(title: string | RegExp): Promise<Locator> {
    const open = this.page.getByRole('button', { name: 'Open sidebar' });
    if (await open.isVisible()) await open.click();
    return this.page.getByRole('navigation', { name: 'Chats' }).getByRole('button', { name: title }).first();
  }
}

/** Chooses a model from the open list. */
export async function chooseModel(page: Page, words: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Search models' }).fill(words);
  await page.getByRole('option').first().click();
}
