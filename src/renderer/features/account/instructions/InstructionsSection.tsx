import { useQuery } from '@tanstack/react-query';
import { instructionsQuery } from '../../../lib/account-instructions.ts';
import { LoadError, Section } from '../Section.tsx';
import { InstructionsForm } from './InstructionsForm.tsx';
import { instructionsTexts as texts } from './texts.ts';

export function InstructionsSection({ userId }: { readonly userId: string }) {
  const query = useQuery(instructionsQuery(userId));
  return (
    <Section id="instructions" isAlone scope="account" lead={texts.lead}>
      {query.data ? (
        <InstructionsForm userId={userId} stored={query.data} />
      ) : (
        <LoadError query={query} text={texts.loadFailed} />
      )}
    </Section>
  );
}
