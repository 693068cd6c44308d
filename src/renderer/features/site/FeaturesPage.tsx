import { Page } from '../../components/Page.tsx';
import { Passages } from './Passages.tsx';
import { featuresTexts as texts } from './texts.ts';

/** What the product does, in plain words [SITE-022]. */
export function FeaturesPage() {
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Passages passages={texts.passages} />
    </Page>
  );
}
