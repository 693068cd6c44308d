import { ExternalLink } from '../../../components/markdown/ExternalLink.tsx';
import { useConfig } from '../../../lib/use-config.ts';
import styles from './sign-in.module.css';
import { deliveryTexts, mailboxTexts as texts } from './texts.ts';

/** The words about emails: sent, or stored in the mailbox of a service without a mail server. */
export const useDeliveryTexts = () => deliveryTexts[useConfig()?.keepsMails ? 'stored' : 'sent'];

/** Leads to the mailbox where the service has one: only its own computer can open it. */
export function MailboxNote() {
  const config = useConfig();
  if (!config?.keepsMails) return null;
  return (
    <p className={styles.note}>
      {texts.note} <ExternalLink href={`${config.supabaseUrl}/_mailbox`}>{texts.open}</ExternalLink>
    </p>
  );
}
