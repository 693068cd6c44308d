import { expect } from 'playwright/test';
import { expectUnlocked } from '../encrypted-history.ts';
import type { Walk } from '../lazy-files.ts';
import { goTo } from './navigate.ts';

const chats: Walk = {
  name: 'encrypted chats',
  open: async (target) => void (await target.goto('/account/about')),
  run: async (target) => {
    await goTo(target, '/chat');
    await expect(target.getByRole('textbox', { name: 'Message' })).toBeVisible();
  },
};

const instructions: Walk = {
  name: 'encrypted instructions',
  open: async (target) => void (await target.goto('/account/about')),
  run: async (target) => {
    await goTo(target, '/account/instructions');
    await expect(target.getByRole('textbox').first()).toBeVisible();
  },
};

const settings: Walk = {
  name: 'the settings of encrypted history',
  open: async (target) => void (await target.goto('/account/about')),
  run: async (target) => {
    await goTo(target, '/account/privacy');
    await expectUnlocked(target);
  },
};

/** Finds one of the user's messages. */
const search: Walk = {
  name: 'searching an encrypted history',
  open: async (target) => void (await target.goto('/account/about')),
  run: async (target) => {
    await goTo(target, '/history');
    await target.getByRole('searchbox', { name: 'Search titles and messages' }).fill('clover');
    await expect(target.locator('mark', { hasText: 'clover' }).first()).toBeVisible();
  },
};

/** For a user who has turned encrypted history on, and has a message about clover. */
export const encryptedWalks: readonly Walk[] = [settings, chats, instructions, search];
