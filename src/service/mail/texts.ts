import { brand } from '../../shared/brand.ts';
import type { OutgoingMail } from './smtp.ts';

/** Builds the email that administrators send to check that sending works. */
export function testMail(to: string): OutgoingMail {
  const sentence = `Your ${brand} service can send emails. An administrator sent this test from the settings.`;
  return {
    to,
    subject: `Test email from ${brand}`,
    text: `${sentence}\n`,
    html: `<!doctype html><html lang="en"><body><p>${sentence}</p></body></html>`,
  };
}
