import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** Clover's green. Shade 8 fills buttons and must equal --accent-fill of the light scheme. */
export const cloverGreen: MantineColorsTuple = [
  '#eef6f0',
  '#dcebe0',
  '#b8d8c2',
  '#91c4a3',
  '#6fb389',
  '#4f9f70',
  '#3a8a5c',
  '#2c794f',
  '#1f6b45',
  '#154c31',
];

/** Neutral shades of the dark scheme, from text to page. */
const darkShades: MantineColorsTuple = [
  '#e9ede7',
  '#b4bdb6',
  '#929b94',
  '#6c756e',
  '#343a36',
  '#2a2f2c',
  '#1a1e1b',
  '#131614',
  '#0e100f',
  '#0a0c0b',
];

export const theme = createTheme({
  colors: { clover: cloverGreen, dark: darkShades },
  primaryColor: 'clover',
  // The default shade 6 on white fails axe's contrast check.
  primaryShade: { light: 8, dark: 8 },
  white: '#ffffff',
  black: '#1b201d',
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-code)',
  headings: { fontFamily: 'var(--font)', fontWeight: '620' },
  defaultRadius: 'md',
  radius: { sm: 'var(--radius-sm)', md: 'var(--radius-md)', lg: 'var(--radius-lg)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // A dialog's header is not a banner landmark.
    Modal: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    // Menus open inside the main landmark, because all content must be in a landmark.
    Menu: { defaultProps: () => ({ portalProps: { target: document.getElementById('main') ?? undefined } }) },
  },
});

/** Maps Mantine's variables to the app's tokens, which include both schemes. */
export const tokenVariables: CSSVariablesResolver = () => {
  const roles = {
    '--mantine-color-body': 'var(--paper)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-soft)',
    '--mantine-color-placeholder': 'var(--ink-faint)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-color-default': 'var(--paper-raised)',
    '--mantine-color-default-hover': 'var(--paper-sunken)',
    // The background of a menu item under the pointer in the light scheme. `darkShades` contains the dark one.
    '--mantine-color-gray-1': 'var(--paper-sunken)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--rule)',
    '--mantine-primary-color-light': 'var(--accent-wash)',
    '--mantine-primary-color-light-color': 'var(--accent)',
  };
  return { variables: {}, light: roles, dark: roles };
};
