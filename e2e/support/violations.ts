import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';

/** Which of axe's rules to apply; all of its usual ones without. */
export type AxeOptions = Parameters<AxeBuilder['options']>[0];

/**
 * What axe finds on a page without frames. Only what is wrong is gathered, and in the page itself rather than in a
 * second one: a journey that looks at many pages takes a fraction of the time.
 */
export async function violationsOf(page: Page, options: AxeOptions = {}) {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], ...options });
  return (await axe.analyze()).violations;
}

/** Serious accessibility violations, one line each with their elements. */
export const seriousProblems = async (page: Page, options?: AxeOptions): Promise<string[]> =>
  (await violationsOf(page, options))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);

/** What a screen reader needs: nested headings, and landmarks that contain everything. */
export const wayfinding: AxeOptions = { runOnly: { type: 'rule', values: ['heading-order', 'region'] } };

/** What another scheme of colours changes. */
export const coloursAlone: AxeOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } };

/** What another width changes: the dearest of axe's rules is left out. */
export const allButColours: AxeOptions = { rules: { 'color-contrast': { enabled: false } } };
