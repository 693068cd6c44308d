import { Page } from '../../components/Page.tsx';
import { Departures } from './Departures.tsx';
import { departureGroups, providerGroup } from './departures.ts';
import { Passages } from './Passages.tsx';
import { privacyTexts as texts } from './texts.ts';

const groups = [...departureGroups, providerGroup];

/** What is stored, what is sent, and to whom. */
export function PrivacyPage() {
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Passages passages={texts.passages} />
      <Departures groups={groups} />
    </Page>
  );
}
