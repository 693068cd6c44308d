// Measures the bytes, requests and waves of the pages in a browser without a cache, with their floors.
import { join } from 'node:path';
import { openBrowser } from '../../lib/browser.ts';
import { budgets, goals, signInRequests } from '../../budget/budgets.ts';
import { measurePage, measurePages } from '../../budget/pages.ts';
import {
  builtService,
  startProcess,
  startServiceProcess,
  stopProcess,
} from '../../prove/lib/service-process.ts';
import { reportRows } from './report.ts';

const service = await startServiceProcess(builtService);
const floors = await startProcess(join(import.meta.dirname, 'floors.ts'), {}, /^floors (.+)\n/m);
const browser = await openBrowser();
try {
  const { loads, requests } = await measurePages(browser, service.url);
  const { landing, 'landing in use': used, 'sign-in': signIn, chat } = loads;
  const urls = JSON.parse(floors.value) as Readonly<Record<'landing' | 'sign-in' | 'chat', string>>;
  const floorOf = (name: keyof typeof urls) => measurePage(browser, { url: urls[name] });
  const [landingFloor, signInFloor, chatFloor] = await Promise.all([
    floorOf('landing'),
    floorOf('sign-in'),
    floorOf('chat'),
  ]);
  const bytes = (work: string, page: keyof typeof loads) => ({
    work: `${work}: JS and CSS`,
    unit: 'kB',
    budget: budgets[page].kilobytes,
  });
  const count = (work: string, what: 'requests' | 'waves', page: keyof typeof loads) => ({
    work: `${work}: ${what}`,
    unit: '',
    budget: budgets[page][what],
  });
  reportRows([
    { ...bytes('Landing', 'landing'), figure: landing.kilobytes },
    { ...count('Landing', 'requests', 'landing'), figure: landing.requests },
    {
      ...bytes('Landing in use', 'landing in use'),
      budget: goals.landingInUse,
      floor: landingFloor.kilobytes,
      figure: used.kilobytes,
    },
    { ...bytes('Sign-in', 'sign-in'), floor: signInFloor.kilobytes, figure: signIn.kilobytes },
    { ...count('Sign-in', 'requests', 'sign-in'), figure: signIn.requests },
    {
      work: 'Sign-in: unused code',
      unit: '%',
      budget: goals.signInUnused,
      floor: signInFloor.unused * 100,
      figure: signIn.unused * 100,
    },
    { ...bytes('Chat until the input is ready', 'chat'), floor: chatFloor.kilobytes, figure: chat.kilobytes },
    { ...count('Chat until the input is ready', 'requests', 'chat'), figure: chat.requests },
    { ...count('Chat until the input is ready', 'waves', 'chat'), figure: chat.waves },
    {
      work: 'Sign-in to the chat with its data: API requests',
      unit: '',
      budget: signInRequests,
      figure: requests.length,
    },
  ]);
} finally {
  await browser.close();
  await stopProcess(floors.process);
  await service.stop();
}
