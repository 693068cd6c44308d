import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import { MantineProvider, type MantineColorSchemeManager } from '@mantine/core';
import type { ReactNode } from 'react';
import { getColorScheme, onColorScheme, setColorScheme } from '../lib/color-scheme.ts';
import { theme, tokenVariables } from './mantine-theme.ts';

/** Mantine keeps no scheme of its own: the one choice of the app rules both halves. */
function createColorSchemeManager(): MantineColorSchemeManager {
  let undo = () => {};
  return {
    get: getColorScheme,
    set: setColorScheme,
    subscribe: (onUpdate) => {
      undo = onColorScheme(onUpdate);
    },
    unsubscribe: () => undo(),
    clear: () => setColorScheme('auto'),
  };
}

const colorSchemeManager = createColorSchemeManager();

/** Mantine for the screens that use it. Public pages stay without, because its code would double their weight. */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={tokenVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      env={import.meta.env.MODE === 'test' ? 'test' : 'default'}
    >
      {children}
    </MantineProvider>
  );
}
