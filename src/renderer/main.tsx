import './lib/zod-setup.ts';
import './theme/fonts.css';
import './theme/tokens.css';
import './theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { followColorScheme } from './lib/color-scheme.ts';
import { watchLoadFailures } from './lib/load-failure.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has lost its root element.');

followColorScheme();
watchLoadFailures();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
