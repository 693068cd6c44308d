import { randomUUID } from 'node:crypto';
import {
  startSmtpServer,
  type SmtpBehavior,
  type TestSmtpServer,
} from '../../../src/service/testing/smtp-server.ts';
import type { Fault, Observation } from './fault.ts';
import { secondsSince, waitFor } from '../lib/figures.ts';
import { sourceService, startServiceProcess, type ServiceProcess } from '../lib/service-process.ts';

/** Signs up a new user, so that the service sends an email. */
async function signUp({ url, publishableKey }: ServiceProcess): Promise<{ text: string; isFast: boolean }> {
  const start = performance.now();
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${randomUUID()}@example.test`, password: 'a good long password' }),
  });
  const duration = secondsSince(start);
  return {
    text: `sign-up responded ${response.status} after ${duration.toFixed(1)} s`,
    isFast: response.ok && duration < 3,
  };
}

async function withMail(
  folder: string,
  behavior: SmtpBehavior,
  look: (
    service: ServiceProcess,
    server: TestSmtpServer,
    restart: () => Promise<ServiceProcess>,
  ) => Promise<Observation>,
): Promise<Observation> {
  const server = await startSmtpServer();
  server.behave(behavior);
  const environment = {
    CLOVER_DATA_DIR: folder,
    CLOVER_SMTP_URL: server.url,
    CLOVER_MAIL_FROM: 'Clover <mail@example.test>',
  };
  let service = await startServiceProcess(sourceService, environment);
  const restart = async () => {
    await service.stop('SIGKILL');
    service = await startServiceProcess(sourceService, environment);
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
        const { text, isFast } = await signUp(service);
        const readyz = await service.readyz();
        const log = await service.logged('mail-failed', 20_000);
        // The service is sending this email when it stops.
        await signUp(service);
        const start = performance.now();
        const code = await service.stop();
        const stop = secondsSince(start);
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
    name: 'a mail server that refuses emails for now, and a service that is killed in between',
    run: (folder) =>
      withMail(folder, 'busy', async (service, server, restart) => {
        const { text, isFast } = await signUp(service);
        const log = await service.logged('mail-failed');
        server.behave('accept');
        const start = performance.now();
        const again = await restart();
        await waitFor(() => server.mails.length > 0, 60_000, 'the email');
        return {
          readyz: await again.readyz(),
          log,
          user: `${text}; the email came ${secondsSince(start).toFixed(0)} s after the mail server was back`,
          isRight: isFast && log.includes('"retry":true') && server.mails.length === 1,
        };
      }),
  },
  {
    name: 'a mail server that refuses the sender',
    run: (folder) =>
      withMail(folder, 'refuse-sender', async (service) => {
        const { text, isFast } = await signUp(service);
        const log = await service.logged('mail-failed');
        return {
          readyz: await service.readyz(),
          log,
          user: text,
          isRight: isFast && log.includes('set CLOVER_MAIL_FROM') && !log.includes('@example.test"'),
        };
      }),
  },
];
