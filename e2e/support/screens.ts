import { expect, type Page } from 'playwright/test';
import { allButColors, colorsAlone, seriousProblems, type AxeOptions } from './violations.ts';

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

interface Screens {
  /** Records axe's serious findings and horizontal overflow of the current screen. */
  readonly look: (name: string) => Promise<void>;
  /** The same, then in dark mode and on a phone, for states with a different layout. */
  readonly lookTwice: (name: string) => Promise<void>;
  /** The findings, one line each. */
  readonly found: readonly string[];
}

/** Checks the states of a page one after another, without reloading it. */
export function createScreenChecker(page: Page): Screens {
  const found: string[] = [];
  const check = async (name: string, options?: AxeOptions) => {
    for (const problem of await seriousProblems(page, options)) found.push(`${name}: ${problem}`);
    const sideways = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    if (sideways > 0) found.push(`${name}: ${sideways} px stand out sideways`);
  };
  return {
    found,
    look: (name) => check(name),
    async lookTwice(name) {
      await check(name);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
      await check(`${name}, dark`, colorsAlone);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize(phone);
      await check(`${name}, phone`, allButColors);
      await page.setViewportSize(wide);
    },
  };
}
