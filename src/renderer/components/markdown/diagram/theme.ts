import { useSyncExternalStore } from 'react';
import { onColorScheme } from '../../../lib/color-scheme.ts';

export interface DiagramTheme {
  readonly isDark: boolean;
  readonly colors: Readonly<Record<string, string>>;
  readonly fontFamily: string;
}

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

/** Reads the diagram's colors for the current scheme with a probe element, because each token contains both schemes. */
export function readDiagramTheme(): DiagramTheme {
  const probe = document.createElement('span');
  probe.hidden = true;
  document.body.append(probe);
  const colors = Object.fromEntries(
    Object.entries(tokenOf).map(([name, token]) => {
      probe.style.color = `var(--${token})`;
      return [name, getComputedStyle(probe).color];
    }),
  );
  probe.remove();
  // Only system fonts are available in both the frame and the image.
  return { isDark: currentScheme() === 'dark', colors, fontFamily: 'ui-sans-serif, system-ui, sans-serif' };
}

const currentScheme = () => document.documentElement.getAttribute('data-mantine-color-scheme') ?? 'light';

export const useCurrentScheme = () => useSyncExternalStore(onColorScheme, currentScheme, () => 'light');
