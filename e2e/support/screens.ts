import { expect, type Page } from 'playwright/test';
import { layoutRules, colorRules, seriousProblems, type AxeOptions } from './violations.ts';

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

interface Screens {
  /** Records axe's serious findings and horizontal overflow of the current screen. */
  readonly look: (name: string) => Promise<void>;
  /** Like `look`, but also in dark mode and at the size of a phone, for states that look different in these modes. */
  readonly lookInAllModes: (name: string) => Promise<void>;
  /** The findings, one line each. */
  readonly found: readonly string[];
}

/** Creates a checker for one state of a page after another, without reloading the page. */
export function createScreenChecker(page: Page): Screens {
  const found: string[] = [];
  const check = async (name: string, options?: AxeOptions) => {
    for (const problem of await seriousProblems(page, options)) found.push(`${name}: ${problem}`);
    const sideways = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    if (sideways > 0) found.push(`${name}: ${sideways} px overflow horizontally`);
  };
  return {
    found,
    look: (name) => check(name),
    async lookInAllModes(name) {
      await check(name);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
      await check(`${name}, dark`, colorRules);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize(phone);
      await check(`${name}, phone`, layoutRules);
      await page.setViewportSize(wide);
    },
  };
}
