import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import { MantineProvider, type MantineColorSchemeManager } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { getColorScheme, onColorScheme, setColorScheme } from '../lib/color-scheme.ts';
import { theme, tokenVariables } from './mantine-theme.ts';

/** Mantine keeps no scheme of its own: the one choice of the app rules both halves. */
function createColorSchemeManager(): MantineColorSchemeManager {
  let undo = () => {};
  return {
    get: getColorScheme,
    // Mantine sets what it has just been told of. Told again, it would go on for ever.
    set: (choice) => {
      if (choice !== getColorScheme()) setColorScheme(choice);
    },
    subscribe: (onUpdate) => {
      undo = onColorScheme(onUpdate);
    },
    unsubscribe: () => undo(),
    clear: () => setColorScheme('auto'),
  };
}

/** Mantine for the screens that use it. Public pages stay without, because its code would double their weight. */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  // One for each: the page and its toasts have Mantine apart from each other, and come and go on their own.
  const [colorSchemeManager] = useState(createColorSchemeManager);
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
