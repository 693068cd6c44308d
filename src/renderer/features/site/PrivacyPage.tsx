import { Page } from '../../components/Page.tsx';
import { Passages } from './Passages.tsx';
import { privacyTexts as texts } from './texts.ts';

/** What is stored, what is sent, and to whom. */
export function PrivacyPage() {
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Passages passages={texts.passages} />
    </Page>
  );
}
