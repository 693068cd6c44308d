// Builds a minimal page for each measured page from libraries only, with the app's build settings, and serves them with
// the service's code. Runs as a process that prints the URLs as JSON.
//
// A floor contains no code of ours. It contains React and React Router, Mantine if the page uses it, and what the page's
// requirements force:
// - landing: a heading and a link, without Mantine.
// - sign-in: Mantine's fields and button, and supabase-js for the session.
// - chat: supabase-js, React Query for the service's data, zod for checking what comes from outside, Mantine's menu
//   and text area, icons, idb for the data on this device, and Mantine's variables and reset.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { compressAssets } from '../../../src/renderer/vite.compress.ts';
import { buildPage, serveBuild } from '../lib/serve-build.ts';

const routed = (page: string) => `
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
const show = (page) => createRoot(document.getElementById('root')).render(
  <BrowserRouter><Routes><Route path="*" element={page} /></Routes></BrowserRouter>,
);
${page}`;

const mantine = `
import { MantineProvider } from '@mantine/core';
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';`;

const floors = {
  landing: routed(`show(<><h1>Clover</h1><Link to="/signin">Sign in</Link></>);`),

  'sign-in': routed(`${mantine}
import { Button, PasswordInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/PasswordInput.css';
import { createClient } from '@supabase/supabase-js';
const client = createClient(location.origin, 'key');
const signIn = (form) => client.auth.signInWithPassword({ email: form.get('email'), password: form.get('password') });
show(
  <MantineProvider><form action={signIn}>
    <h1>Sign in</h1>
    <TextInput name="email" label="Email" />
    <PasswordInput name="password" label="Password" />
    <Button type="submit">Sign in</Button>
    <Link to="/">Home</Link>
  </form></MantineProvider>,
);`),

  chat: routed(`${mantine}
import { Menu, Textarea } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Input.css';
import { createClient } from '@supabase/supabase-js';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { IconArrowUp } from '@tabler/icons-react';
import { openDB } from 'idb';
import { z } from 'zod';
const client = createClient(location.origin, 'key');
const chats = z.array(z.object({ id: z.uuid(), title: z.string() }));
const load = async () => {
  const stored = await (await openDB('floor', 1)).getAll('chats').catch(() => []);
  return stored.length > 0 ? stored : chats.parse((await client.from('chats').select()).data);
};
function Chat() {
  const { data = [] } = useQuery({ queryKey: ['chats'], queryFn: load });
  return (
    <>
      <Menu>
        <Menu.Target><button>Chats</button></Menu.Target>
        <Menu.Dropdown>{data.map(({ id, title }) => <Menu.Item key={id}>{title}</Menu.Item>)}</Menu.Dropdown>
      </Menu>
      <Textarea aria-label="Message" autosize />
      <button aria-label="Send"><IconArrowUp /></button>
      <Link to="/">Home</Link>
    </>
  );
}
show(
  <MantineProvider>
    <QueryClientProvider client={new QueryClient()}><Chat /></QueryClientProvider>
  </MantineProvider>,
);`),
} as const;

const html = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Floor</title></head>
  <body><div id="root"></div><script type="module" src="./main.tsx"></script></body>
</html>
`;

// Inside the project, so that the bundler finds the packages.
const cache = resolve(import.meta.dirname, '../../../node_modules/.cache');
await mkdir(cache, { recursive: true });
const folder = await mkdtemp(join(cache, 'clover-floors-'));
const remove = () => rm(folder, { recursive: true, force: true });
try {
  const urls: Record<string, string> = {};
  for (const [name, code] of Object.entries(floors)) {
    const page = join(folder, name);
    const out = join(folder, `${name}-built`);
    await mkdir(page);
    await writeFile(join(page, 'index.html'), html);
    await writeFile(join(page, 'main.tsx'), code);
    await buildPage(page, out, [compressAssets()]);
    urls[name] = (await serveBuild(out)).url;
  }
  process.once('SIGTERM', () => void remove().then(() => process.exit(0)));
  console.log(`floors ${JSON.stringify(urls)}`);
} catch (error) {
  await remove();
  throw error;
}
