import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';

/** The axe rules to apply; its defaults if omitted. */
export type AxeOptions = Parameters<AxeBuilder['options']>[0];

/**
 * Axe's violations on a page without frames. It collects only violations, in the page itself instead of a second one,
 * which takes a fraction of the time.
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

/** Rules for screen readers: nested headings, and landmarks that contain everything. */
export const wayfinding: AxeOptions = { runOnly: { type: 'rule', values: ['heading-order', 'region'] } };

/** Rules that depend on the color scheme. */
export const colorsAlone: AxeOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } };

/** Rules that depend on the width, without axe's slowest one. */
export const allButColors: AxeOptions = { rules: { 'color-contrast': { enabled: false } } };
