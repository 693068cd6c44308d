import { useSyncExternalStore } from 'react';
import { onColorScheme } from '../../../lib/color-scheme.ts';

/** The page's look as far as a diagram takes part in it. */
export interface DiagramTheme {
  readonly isDark: boolean;
  /** The library's names for colours, with the page's. */
  readonly colours: Readonly<Record<string, string>>;
  readonly fontFamily: string;
}

/** The library's variables and the token that each of them takes. */
const tokenOf = {
  background: 'paper',
  primaryColor: 'accent-wash',
  primaryTextColor: 'ink',
  primaryBorderColor: 'accent',
  secondaryColor: 'info-wash',
  secondaryTextColor: 'ink',
  secondaryBorderColor: 'info',
  tertiaryColor: 'paper-sunken',
  tertiaryTextColor: 'ink',
  tertiaryBorderColor: 'rule-strong',
  lineColor: 'ink-soft',
  textColor: 'ink',
  titleColor: 'ink',
  mainBkg: 'accent-wash',
  nodeBorder: 'accent',
  clusterBkg: 'paper-sunken',
  clusterBorder: 'rule-strong',
  edgeLabelBackground: 'paper',
  noteBkgColor: 'warning-wash',
  noteTextColor: 'ink',
  noteBorderColor: 'warning',
  actorLineColor: 'rule-strong',
  labelBoxBkgColor: 'paper-sunken',
  errorBkgColor: 'danger-wash',
  errorTextColor: 'danger',
} as const;

/** The colours as they are shown now: the tokens hold both schemes, a computed colour is the one in use. */
export function readDiagramTheme(): DiagramTheme {
  const probe = document.createElement('span');
  probe.hidden = true;
  document.body.append(probe);
  const colours = Object.fromEntries(
    Object.entries(tokenOf).map(([name, token]) => {
      probe.style.color = `var(--${token})`;
      return [name, getComputedStyle(probe).color];
    }),
  );
  probe.remove();
  // The frame and the image know the system's fonts only, and both must measure the same one.
  return { isDark: shownScheme() === 'dark', colours, fontFamily: 'ui-sans-serif, system-ui, sans-serif' };
}

const shownScheme = () => document.documentElement.getAttribute('data-mantine-color-scheme') ?? 'light';

/** The scheme that is shown, `light` or `dark`, whoever chose it. */
export const useShownScheme = () => useSyncExternalStore(onColorScheme, shownScheme, () => 'light');
