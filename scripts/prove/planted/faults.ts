export interface PlantedFault {
  readonly name: string;
  readonly file: string;
  /** The text to replace. It must occur exactly once in the file. */
  readonly from: string;
  readonly to: string;
  readonly test: string;
}

const web = 'src/renderer';
const chat = `${web}/features/chat`;
const account = `${web}/features/account`;
const admin = `${web}/features/admin`;
const site = `${web}/features/site`;

export const plantedFaults: readonly PlantedFault[] = [
  {
    name: 'chat: a failure toast in green',
    file: `${web}/components/ToastHost.module.css`,
    from: '--tone: var(--danger);',
    to: '--tone: var(--success);',
    test: `${web}/components/ToastHost.test.tsx`,
  },
  {
    name: 'chat: a wrong toast after renaming',
    file: `${chat}/texts.ts`,
    from: "message: 'Chat renamed'",
    to: "message: 'Chat deleted'",
    test: `${chat}/ChatScreen.test.tsx`,
  },
  {
    name: 'chat: the second week as "N days ago"',
    file: 'src/shared/domain/relative-date.ts',
    from: 'days >= 7',
    to: 'days >= 14',
    test: `${chat}/sidebar/ChatSidebar.test.tsx`,
  },
  {
    name: 'chat: pinned chats in the wrong order',
    file: `${chat}/sidebar/lines.ts`,
    from: "Date.parse(b.pinnedAt ?? '') - Date.parse(a.pinnedAt ?? '')",
    to: "Date.parse(a.pinnedAt ?? '') - Date.parse(b.pinnedAt ?? '')",
    test: `${chat}/sidebar/ChatSidebar.test.tsx`,
  },
  {
    name: 'chat: no label on the message input',
    file: `${chat}/composer/Composer.tsx`,
    from: 'aria-label={composerTexts.label}',
    to: '',
    test: `${chat}/composer/Composer.test.tsx`,
  },
  {
    name: 'chat: a finished task without its mark',
    file: `${web}/components/markdown/elements.tsx`,
    from: 'isDone ? IconSquareCheckFilled : IconSquare;',
    to: 'IconSquare;',
    test: `${web}/components/markdown/TaskMark.test.tsx`,
  },
  {
    name: 'account: a meter of the wrong number',
    file: `${account}/plan/PlanSection.tsx`,
    from: 'value={used}',
    to: 'value={allowed}',
    test: `${account}/AccountPage.test.tsx`,
  },
  {
    name: 'account: "1 hidden chats"',
    file: `${account}/texts.ts`,
    from: "one: '{count} chat is hidden.'",
    to: "one: '{count} chats are hidden.'",
    test: `${account}/texts.test.ts`,
  },
  {
    name: 'account: support may see chats by default',
    file: `${account}/privacy/support-access.ts`,
    from: 'data?.is_given ?? false',
    to: 'data?.is_given ?? true',
    test: `${account}/sections.test.tsx`,
  },
  {
    name: 'account: no error text when deleting hidden chats fails',
    file: `${account}/plan/HiddenChats.tsx`,
    from: 'texts.deleteFailed',
    to: 'null',
    test: `${account}/AccountPage.test.tsx`,
  },
  {
    name: 'account: revoked API keys before working ones',
    file: `${account}/api-keys/api-keys.ts`,
    from: 'Number(a.revoked_at !== null) - Number(b.revoked_at !== null)',
    to: 'Number(b.revoked_at !== null) - Number(a.revoked_at !== null)',
    test: `${account}/AccountPage.test.tsx`,
  },
  {
    name: 'console: a bad state in the color of a note',
    file: `${admin}/feedback/Badge.module.css`,
    from: 'background: var(--danger-wash);\n  color: var(--danger);',
    to: 'background: var(--info-wash);\n  color: var(--info);',
    test: `${admin}/feedback/Badge.test.tsx`,
  },
  {
    name: 'console: a cost a hundred times too high',
    file: `${admin}/format.ts`,
    from: '(value !== 0 && Math.abs(value) < 0.01 ? cents : dollars).format(value)',
    to: 'dollars.format(value * 100)',
    test: `${admin}/format.test.ts`,
  },
  {
    name: 'console: a falling figure with the arrow of a rising one',
    file: `${admin}/stats/StatTile.tsx`,
    from: "{change?.direction === 'down' && <IconArrowDownRight",
    to: "{change?.direction === 'down' && <IconArrowUpRight",
    test: `${admin}/stats/StatTile.test.tsx`,
  },
  {
    name: 'console: every button of a vendor labeled Edit',
    file: `${admin}/vendors/VendorCard.tsx`,
    from: 'texts.actionOf({ action: label, vendor: name })',
    to: 'texts.actionOf({ action: actions.edit, vendor: name })',
    test: `${admin}/vendors/VendorCard.test.tsx`,
  },
  {
    name: 'console: the buttons that move a vendor with swapped labels',
    file: `${admin}/vendors/VendorCard.tsx`,
    from: 'up={texts.up({ name })}\n            down={texts.down({ name })}',
    to: 'up={texts.down({ name })}\n            down={texts.up({ name })}',
    test: `${admin}/vendors/VendorCard.test.tsx`,
  },
  {
    name: 'public: "1 models"',
    file: `${web}/lib/plan-texts.ts`,
    from: "one: '{count} model'",
    to: "one: '{count} models'",
    test: `${web}/lib/plan-texts.test.ts`,
  },
  {
    name: 'public: Professional at the wrong price',
    file: 'src/shared/domain/plans.ts',
    from: 'professional: { monthly: 25, annual: 250 }',
    to: 'professional: { monthly: 20, annual: 250 }',
    test: `${site}/pricing/PricingPage.test.tsx`,
  },
  {
    name: 'public: no error text for a missing name',
    file: `${web}/features/checkout/validation.ts`,
    from: "name: missing('name'),",
    to: 'name: undefined,',
    test: `${web}/features/checkout/validation.test.ts`,
  },
  {
    name: 'public: no link to Privacy in the footer',
    file: `${web}/app/texts.ts`,
    from: "  ['privacy', paths.privacy],\n",
    to: '',
    test: `${web}/app/audience.test.tsx`,
  },
  {
    name: 'public: a mark of three leaves',
    file: `${web}/components/mark-paths.ts`,
    from: '[45, 135, 225, 315]',
    to: '[45, 135, 225]',
    test: `${web}/components/Mark.test.tsx`,
  },
];
