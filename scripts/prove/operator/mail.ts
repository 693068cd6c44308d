import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  startSmtpServer,
  type SmtpBehaviour,
  type TestSmtpServer,
} from '../../../src/service/testing/smtp-server.ts';
import { loadSecrets } from '../../../src/service/secrets.ts';
import type { Fault, Seen } from './fault.ts';
import { startRunning, until, type Running } from './running.ts';

const seconds = (since: number) => (performance.now() - since) / 1000;

/** Signs a new person up, who gets a mail; resolves to what they saw. */
async function signUp({ url }: Running, dataDir: string): Promise<{ text: string; isFast: boolean }> {
  const { publishableKey } = await loadSecrets(join(dataDir, 'secrets.json'));
  const begun = performance.now();
  const answer = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${randomUUID()}@example.test`, password: 'a good long password' }),
  });
  const taken = seconds(begun);
  return {
    text: `sign-up answered ${answer.status} after ${taken.toFixed(1)} s`,
    isFast: answer.ok && taken < 3,
  };
}

/** Runs a service with a mail server that behaves badly, and ends it whatever happens. */
async function withMail(
  folder: string,
  behaviour: SmtpBehaviour,
  look: (service: Running, server: TestSmtpServer, restart: () => Promise<Running>) => Promise<Seen>,
): Promise<Seen> {
  const server = await startSmtpServer();
  server.behave(behaviour);
  const environment = {
    CLOVER_DATA_DIR: folder,
    CLOVER_SMTP_URL: server.url,
    CLOVER_MAIL_FROM: 'Clover <mail@example.test>',
  };
  let service = await startRunning(environment);
  const restart = async () => {
    await service.stop('SIGKILL');
    service = await startRunning(environment);
    return service;
  };
  try {
    return await look(service, server, restart);
  } finally {
    await service.stop();
    await server.close();
  }
}

export const mailFaults: readonly Fault[] = [
  {
    name: 'a mail server that stays silent',
    run: (folder) =>
      withMail(folder, 'silent', async (service) => {
        const { text, isFast } = await signUp(service, folder);
        const readyz = await service.ready();
        const log = await service.logged('mail-failed', 20_000);
        // Another mail is on its way when the service stops.
        await signUp(service, folder);
        const begun = performance.now();
        const code = await service.stop();
        const stop = seconds(begun);
        return {
          readyz,
          log,
          user: `${text}; stopped with ${code} after ${stop.toFixed(1)} s`,
          isRight:
            isFast && readyz.startsWith('200') && log.includes('does not respond') && code === 0 && stop < 5,
        };
      }),
  },
  {
    name: 'a mail server that refuses mails for now, and a service that is killed meanwhile',
    run: (folder) =>
      withMail(folder, 'busy', async (service, server, restart) => {
        const { text, isFast } = await signUp(service, folder);
        const log = await service.logged('mail-failed');
        server.behave('accept');
        const begun = performance.now();
        const again = await restart();
        await until(() => server.mails.length > 0, 60_000, 'the mail');
        return {
          readyz: await again.ready(),
          log,
          user: `${text}; the mail came ${seconds(begun).toFixed(0)} s after the mail server was back`,
          isRight: isFast && log.includes('"retry":true') && server.mails.length === 1,
        };
      }),
  },
  {
    name: 'a mail server that refuses the sender',
    run: (folder) =>
      withMail(folder, 'refuse-sender', async (service) => {
        const { text, isFast } = await signUp(service, folder);
        const log = await service.logged('mail-failed');
        return {
          readyz: await service.ready(),
          log,
          user: text,
          isRight: isFast && log.includes('set CLOVER_MAIL_FROM') && !log.includes('@example.test"'),
        };
      }),
  },
];
