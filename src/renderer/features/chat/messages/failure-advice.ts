import { paths } from '../../../lib/paths.ts';
import { chatTexts } from '../texts.ts';
import type { ShownMessage } from '../turn/shown-messages.ts';

export interface FailureAdvice {
  readonly text: string;
  readonly link?: { readonly to: string; readonly text: string };
}

const vendorSettings = { to: paths.adminVendors, text: chatTexts.vendorSettings } as const;
const plans = { to: paths.pricing, text: chatTexts.plans } as const;

/**
 * What the user can do about a failure; null if its message says it. Quick actions use no model, so another model
 * would not help.
 */
export function adviceOn(
  { code, isAction }: NonNullable<ShownMessage['failure']>,
  isAdmin: boolean,
): FailureAdvice | null {
  const again = { text: isAction ? chatTexts.tryAgain : chatTexts.tryAgainOrOther };
  switch (code) {
    case 'missing_key':
    case 'no_vendor':
    case 'unsupported_vendor':
    case 'authentication':
    case 'not_found':
      if (isAdmin) return { text: chatTexts.checkVendor, link: vendorSettings };
      return { text: isAction ? chatTexts.tellAdmin : chatTexts.otherOrTellAdmin };
    case 'model':
    case 'bad_request':
      return isAction ? null : { text: chatTexts.otherModel };
    case 'quota':
      return { text: chatTexts.morePlan, link: plans };
    case 'forbidden':
    case 'unauthenticated':
    case 'aborted':
      return null;
    case 'api':
    case 'invalid_json':
    case 'invalid_format':
    case 'timeout':
    case 'network':
    case 'interrupted':
    case null:
      return again;
  }
}
