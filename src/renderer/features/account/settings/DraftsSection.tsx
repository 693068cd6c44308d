import { useMutation } from '@tanstack/react-query';
import { Switch } from '../../../components/Switch.tsx';
import type { SessionUser } from '../../../lib/session.tsx';
import { forgetKnownDrafts } from '../../../lib/unsent.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { Section } from '../Section.tsx';
import { FormError } from '../SubmitForm.tsx';
import { draftsTexts as texts } from './texts.ts';

/** Syncing drafts is off by default. */
export function DraftsSection({ user }: { readonly user: SessionUser }) {
  const save = useMutation({
    mutationFn: async (isOn: boolean) => {
      const client = await getSupabase();
      const { error } = await client.auth.updateUser({ data: { shares_drafts: isOn } });
      if (error) throw error;
      if (isOn) return;
      await client.from('shared_drafts').delete().eq('user_id', user.id).throwOnError();
      forgetKnownDrafts(user.id);
    },
  });
  return (
    <Section id="drafts" scope="account">
      <Switch
        label={texts.label}
        note={texts.note}
        isOn={save.isPending ? save.variables : user.sharesDrafts}
        isDisabled={save.isPending}
        onChange={save.mutate}
      />
      {save.error && <FormError>{texts.failed}</FormError>}
    </Section>
  );
}
