import { ExternalLink } from '../../../components/markdown/ExternalLink.tsx';
import { useConfig } from '../../../lib/use-config.ts';
import styles from './sign-in.module.css';
import { deliveryTexts, mailboxTexts as texts } from './texts.ts';

/** The texts differ if a service without a mail server stores emails in its mailbox. */
export const useDeliveryTexts = () => deliveryTexts[useConfig()?.keepsMails ? 'stored' : 'sent'];

export function MailboxNote() {
  const config = useConfig();
  if (!config?.keepsMails) return null;
  return (
    <p className={styles.note}>
      {texts.note} <ExternalLink href={`${config.supabaseUrl}/_mailbox`}>{texts.open}</ExternalLink>
    </p>
  );
}
