import { expect } from 'playwright/test';
import type { Walk } from '../lazy-files.ts';
import { goTo, toPage } from './navigate.ts';

const sharedDrafts: Walk = {
  name: 'shared drafts',
  open: async (target) => {
    await target.goto('/account/chat', { waitUntil: 'networkidle' });
    const choice = target.getByLabel('Continue drafts on my other devices');
    // The checkbox changes only after the account is saved, so `check()` would report that nothing changed.
    if (!(await choice.isChecked())) await choice.click();
    await expect(choice).toBeChecked();
  },
  run: async (target) => {
    await goTo(target, '/chat');
    await expect(target.getByRole('textbox', { name: 'Message' })).toBeVisible();
  },
};

const archive: Walk = {
  name: 'the archive',
  open: async (target) => void (await target.goto('/account/privacy')),
  run: async (target) => {
    await target.getByRole('button', { name: 'Download my data' }).click();
    await expect(target.getByText('Your archive is saved').first()).toBeVisible();
  },
  retry: (target) => target.getByRole('button', { name: 'Download my data' }).click(),
};

const memory: Walk = {
  name: 'memory',
  open: async (target) => void (await target.goto('/account/about')),
  run: async (target) => {
    await goTo(target, '/account/instructions');
    await expect(target.getByRole('checkbox', { name: 'Remember facts about me' })).toBeVisible();
  },
};

/** The tests' browser has no voices, so the conversation ends immediately. */
const talking: Walk = {
  name: 'talking',
  open: async (target) => void (await target.goto('/chat')),
  run: async (target) => {
    await target.getByRole('button', { name: /^Talk \(/ }).click();
    await expect(target.getByText('No voice is available on this device.')).toBeVisible();
  },
};

export const settingsWalks: readonly Walk[] = [
  toPage('/account', '/pricing'),
  toPage('/checkout?tier=professional&billing=monthly', '/pricing'),
  sharedDrafts,
  archive,
  memory,
  talking,
];
