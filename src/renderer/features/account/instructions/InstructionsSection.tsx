import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { instructionsQuery, withInstructionChanges } from '../../../lib/account-instructions.ts';
import { useLibraryChanges } from '../../../lib/library-changes.ts';
import { forgetRefusedChange, type RefusedChange } from '../../../lib/refused-changes.ts';
import { unsavedFormOf } from '../../../lib/unsaved.ts';
import { RefusedChanges } from '../RefusedChanges.tsx';
import { LoadError, Section } from '../Section.tsx';
import { instructionsDraft, instructionsForm, refusedDraft, refusedProject } from './instructions-draft.ts';
import { InstructionsForm } from './InstructionsForm.tsx';
import { instructionsTexts as texts } from './texts.ts';

const textOf = (change: RefusedChange): string => {
  const draft = refusedDraft(change);
  return [draft?.about, draft?.style].filter(Boolean).join('\n\n');
};

/** Also lists refused texts of projects, whose own page may no longer exist. */
export function InstructionsSection({ userId }: { readonly userId: string }) {
  const query = useQuery(instructionsQuery(userId));
  const { all } = useLibraryChanges(userId);
  /** A new key, so that the form reads the draft. */
  const [formKey, setFormKey] = useState('');
  const editRefused = (change: RefusedChange) => {
    const form = unsavedFormOf(userId, instructionsForm, instructionsDraft);
    const draft = refusedDraft(change);
    // If the user has typed another text since then, the refused one stays in the list.
    if (!draft || form.read()) return;
    form.write(draft);
    forgetRefusedChange(userId, change);
    setFormKey(change.id);
  };
  return (
    <Section id="instructions" isAlone scope="account" lead={texts.lead}>
      <RefusedChanges
        userId={userId}
        list="instructions"
        nameOf={() => texts.refused}
        textOf={textOf}
        onEdit={editRefused}
      />
      <RefusedChanges
        userId={userId}
        list="projects"
        nameOf={(change) => refusedProject(change).name || texts.refusedProject}
        textOf={(change) => refusedProject(change).instructions}
      />
      {query.data ? (
        <InstructionsForm key={formKey} userId={userId} stored={withInstructionChanges(query.data, all)} />
      ) : (
        <LoadError query={query} text={texts.loadFailed} />
      )}
    </Section>
  );
}
