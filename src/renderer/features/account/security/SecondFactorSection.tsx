import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import type { SessionUser } from '../../../lib/session.tsx';
import styles from '../forms.module.css';
import { accountQueries } from '../queries.ts';
import { Section, SectionError } from '../Section.tsx';
import { useAuthAct } from '../use-auth-act.ts';
import { abandonFactor, beginFactor, type Enrolment } from './factors.ts';
import { FactorItem } from './FactorItem.tsx';
import { FactorSetup } from './FactorSetup.tsx';
import { factorTexts as texts } from './texts.ts';

/** Authenticator apps: set up, listed, taken away. */
export function SecondFactorSection({ user }: { readonly user: SessionUser }) {
  const client = useQueryClient();
  const factors = useQuery(accountQueries.factors(user.id));
  const { isBusy, fault, run } = useAuthAct();
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const refetch = () => client.invalidateQueries({ queryKey: accountQueries.factors(user.id).queryKey });
  const begin = () => void run(async () => setEnrolment(await beginFactor()));
  const hasSome = (factors.data?.length ?? 0) > 0;
  return (
    <Section id="second-factor" lead={texts.lead}>
      {factors.error && (
        <SectionError>
          {texts.unknown}{' '}
          <Button size="small" look="outlined" onClick={() => void factors.refetch()}>
            {texts.retry}
          </Button>
        </SectionError>
      )}
      {factors.data && <p>{hasSome ? texts.on : texts.off}</p>}
      {factors.data && hasSome && (
        <ul className={styles.list}>
          {factors.data.map((factor) => (
            <FactorItem key={factor.id} factor={factor} onRemoved={refetch} />
          ))}
        </ul>
      )}
      {fault && <SectionError>{fault}</SectionError>}
      {enrolment && (
        <FactorSetup
          enrolment={enrolment}
          onDone={() => {
            setEnrolment(null);
            void refetch();
          }}
          onCancel={() => {
            setEnrolment(null);
            void abandonFactor(enrolment.id).catch(() => {});
          }}
        />
      )}
      {factors.data && !enrolment && (
        <div>
          <Button size="small" look="outlined" disabled={isBusy} onClick={begin}>
            {isBusy ? texts.preparing : hasSome ? texts.another : texts.begin}
          </Button>
        </div>
      )}
    </Section>
  );
}
