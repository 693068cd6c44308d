import PostalMime, { type Address } from 'postal-mime';
import { writeHtml } from '../parts/html-text.ts';
import { TextOutput } from '../parts/text-output.ts';
import type { FormatReader } from '../reading.ts';

export const readEmail: FormatReader = async (file) => {
  const mail = await PostalMime.parse(await file.arrayBuffer());
  const output = new TextOutput();
  const headers = {
    From: listAddresses(mail.from ? [mail.from] : []),
    To: listAddresses(mail.to),
    Cc: listAddresses(mail.cc),
    Date: mail.date,
    Subject: mail.subject,
  };
  for (const [name, value] of Object.entries(headers)) if (value) output.add(`${name}: ${value}\n`);
  output.add('\n');
  if (mail.text?.trim()) output.add(mail.text);
  else if (mail.html) writeHtml(mail.html, output);
  const attachments = mail.attachments.filter(({ disposition }) => disposition !== 'inline');
  if (attachments.length > 0) output.add('\n\nAttachments, not included:\n');
  for (const { filename, mimeType } of attachments) output.add(`- ${filename ?? mimeType}\n`);
  return output.toReading();
};

const listAddresses = (addresses: readonly Address[] = []): string =>
  addresses
    .flatMap((address) => address.group ?? [address])
    .map(({ name, address }) => (name ? `${name} <${address}>` : address))
    .join(', ');
