import type { Page } from 'playwright';
import type { ChatPage } from '../../e2e/support/chat-page.ts';
import type { Person } from '../../e2e/support/sign-in.ts';
import { startApp } from '../../e2e/support/start-app.ts';
import type { Studio } from './studio.ts';

/**
 * The viewer of a screen. `user` has chats and the Professional plan. `newcomer` is a new account for each
 * screenshot, for screens that change something; `buyer` is one with the Starter plan.
 */
export type Viewer = 'visitor' | 'user' | 'newcomer' | 'buyer' | 'administrator';

/** A new page of the signed-in viewer. */
export interface Stage {
  readonly studio: Studio;
  readonly page: Page;
  readonly chat: ChatPage;
  /** Null for visitors and the administrator. */
  readonly person: (Person & { readonly id: string }) | null;
}

export interface Screen {
  /** The name of the screen's folder, also for `--only`. */
  readonly name: string;
  readonly viewer: Viewer;
  /** Opens the screen and waits until it is complete. */
  readonly open: (stage: Stage) => Promise<void>;
  /** Whether the screenshot shows the whole page instead of the window. */
  readonly isWhole?: boolean;
}

export function screenAt(name: string, viewer: Viewer, path: string, ready: string | RegExp): Screen {
  return {
    name,
    viewer,
    isWhole: viewer === 'visitor',
    open: async ({ page }) => {
      await page.goto(path);
      if (viewer === 'visitor') await startApp(page);
      await page.getByRole('heading', { name: ready }).first().waitFor();
    },
  };
}
