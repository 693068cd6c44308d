import { Page } from '../../components/Page.tsx';
import { Departures } from './Departures.tsx';
import { accountGroups } from './account-departures.ts';
import { departureGroups } from './departures.ts';
import { elsewhereGroup, providerGroup } from './outside-departures.ts';
import { Passages } from './Passages.tsx';
import { privacyTexts as texts } from './texts.ts';

const groups = [...departureGroups, ...accountGroups, providerGroup, elsewhereGroup];

/** What is stored, what is sent, and to whom. */
export function PrivacyPage() {
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Passages passages={texts.passages} />
      <Departures groups={groups} />
    </Page>
  );
}
