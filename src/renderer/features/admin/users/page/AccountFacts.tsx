import type { z } from 'zod';
import type { AdminUser, userReplySchemas } from '../../../../../shared/admin/users.ts';
import { DateTime } from '../../feedback/DateTime.tsx';
import { EmailAddress } from '../../feedback/EmailAddress.tsx';
import { FactList } from '../../feedback/Facts.tsx';
import { formatCount, formatMoney } from '../../format.ts';
import { Section } from '../../shell/ConsoleScreen.tsx';
import { adminTexts } from '../../texts.ts';
import { userTexts } from '../texts.ts';
import { userPageTexts as texts } from './texts.ts';

type ShownAccount = z.infer<(typeof userReplySchemas)['show']>;

interface AccountProps {
  readonly account: ShownAccount;
}

export function AccountFacts({ account }: AccountProps) {
  const { user, chats, api_keys, has_second_factor, consents_to_support, encryption } = account;
  const { columns } = userTexts;
  return (
    <Section title={texts.account} isCard>
      <FactList
        label={texts.account}
        facts={[
          [columns.email, user.email ? <EmailAddress key="email" email={user.email} /> : userTexts.guest],
          [columns.name, user.name ?? adminTexts.none],
          [texts.id, <code key="id">{user.id}</code>],
          [columns.created, <DateTime key="created" at={user.created_at} />],
          [columns.lastSignIn, <DateTime key="last" at={user.last_sign_in_at} never={userTexts.never} />],
          [texts.secondFactor, has_second_factor ? texts.on : texts.off],
          [texts.apiKeys, formatCount(api_keys)],
          [texts.chats, formatCount(chats)],
          [texts.consent, consents_to_support ? texts.yes : texts.no],
          [texts.encryption, texts.encryptionStates[encryption ?? 'off']],
        ]}
      />
    </Section>
  );
}

export function PlanFacts({ account: { user, budget, messages } }: AccountProps) {
  return (
    <Section title={texts.plan} isCard>
      <FactList
        label={texts.plan}
        facts={[
          [userTexts.columns.plan, planText(user)],
          [texts.messages, messagesLeft(messages)],
          [texts.tokens, formatOfLimit(formatCount(budget.tokens_used), budget.tokens_allowed, formatCount)],
          [texts.cost, formatOfLimit(formatMoney(budget.cost_used), budget.cost_allowed, formatMoney)],
          [
            texts.limits,
            budget.own_tokens === null && budget.own_cost === null ? texts.planLimits : texts.ownLimits,
          ],
        ]}
      />
    </Section>
  );
}

function planText({ plan, plan_ends_at }: AdminUser) {
  const name = userTexts.plans[plan];
  return plan_ends_at ? (
    <>
      {texts.planUntil({ plan: name })} <DateTime at={plan_ends_at} isDay />
    </>
  ) : (
    name
  );
}

const formatOfLimit = (used: string, allowed: number | null, format: (value: number) => string): string =>
  allowed === null ? texts.unlimited({ used }) : texts.ofLimit({ used, allowed: format(allowed) });

/** At least 0, because the plan may allow fewer messages than were already sent. */
const messagesLeft = ({ used, allowed }: ShownAccount['messages']): string =>
  allowed === null
    ? texts.messagesUnlimited({ used: formatCount(used) })
    : texts.messagesLeft({ left: formatCount(Math.max(allowed - used, 0)), allowed: formatCount(allowed) });
