import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';

/**
 * What axe finds on a page without frames. Only what is wrong is gathered, and in the page itself rather than in a
 * second one: a journey that looks at many pages takes a fraction of the time.
 */
export async function violationsOf(page: Page) {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  return (await axe.analyze()).violations;
}
