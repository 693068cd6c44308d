import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';

/**
 * What axe finds on a page without frames. Only what is wrong is gathered, and in the page itself rather than in a
 * second one: a journey that looks at many pages takes a fraction of the time.
 *
 * @param rules which of axe's rules to apply; all of its usual ones without
 */
export async function violationsOf(page: Page, rules?: readonly string[]) {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: [...rules] } }),
  });
  return (await axe.analyze()).violations;
}

/** The violations that keep somebody out, a line each with the elements that have them. */
export const seriousProblems = async (page: Page, rules?: readonly string[]): Promise<string[]> =>
  (await violationsOf(page, rules))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
