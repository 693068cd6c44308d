import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';

/** The axe rules to apply; axe's defaults if omitted. */
export type AxeOptions = Parameters<AxeBuilder['options']>[0];

/**
 * Returns axe's violations on a page without frames. Collects only violations and runs inside the page, which takes a
 * fraction of the usual time.
 */
export async function violationsOf(page: Page, options: AxeOptions = {}) {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], ...options });
  return (await axe.analyze()).violations;
}

/** Returns serious accessibility violations, one line each with the affected elements. */
export const seriousProblems = async (page: Page, options?: AxeOptions): Promise<string[]> =>
  (await violationsOf(page, options))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);

/** Rules for screen readers: headings are nested, and landmarks contain everything. */
export const structureRules: AxeOptions = { runOnly: { type: 'rule', values: ['heading-order', 'region'] } };

/** Rules that depend on the color scheme. */
export const colorRules: AxeOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } };

/** Rules that depend on the width, without axe's slowest rule. */
export const layoutRules: AxeOptions = { rules: { 'color-contrast': { enabled: false } } };
