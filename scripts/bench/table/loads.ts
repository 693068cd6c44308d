// Bytes, requests and waves of the pages, as a browser without a cache loads them, with their floors.
import { join } from 'node:path';
import { openBrowser } from '../../lib/browser.ts';
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
  const { landing, 'sign-in': signIn, chat } = loads;
  const urls = JSON.parse(floors.value) as Readonly<Record<keyof typeof loads, string>>;
  const floorOf = async (name: keyof typeof loads) =>
    (await measurePage(browser, { url: urls[name] })).kilobytes;
  const [landingFloor, signInFloor, chatFloor] = await Promise.all([
    floorOf('landing'),
    floorOf('sign-in'),
    floorOf('chat'),
  ]);
  const bytes = (page: string) => ({ work: `${page}: JS and CSS`, unit: 'kB' });
  const count = (what: string) => ({ work: what, unit: '' });
  reportRows([
    { ...bytes('Landing'), budget: 75, floor: landingFloor, figure: landing.kilobytes },
    { ...count('Landing: requests'), budget: 8, figure: landing.requests },
    { ...bytes('Sign-in'), budget: 130, floor: signInFloor, figure: signIn.kilobytes },
    { ...count('Sign-in: requests'), budget: 10, figure: signIn.requests },
    { work: 'Sign-in: unused code', unit: '%', budget: 50, figure: signIn.unused * 100 },
    { ...bytes('Chat until one can type'), budget: 210, floor: chatFloor, figure: chat.kilobytes },
    { ...count('Chat until one can type: requests'), budget: 15, figure: chat.requests },
    { ...count('Chat until one can type: waves'), budget: 2, figure: chat.waves },
    { ...count('Sign-in to the chat with its data: API requests'), budget: 3, figure: requests.length },
  ]);
} finally {
  await browser.close();
  await stopProcess(floors.process);
  await service.stop();
}
