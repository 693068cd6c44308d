import { Page } from '../../components/Page.tsx';
import { Passages } from './Passages.tsx';
import { apiDocsTexts as texts } from './texts.ts';

/** The place of the developer documentation. */
export function ApiDocsPage() {
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Passages passages={texts.passages} />
    </Page>
  );
}
