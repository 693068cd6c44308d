import { texts } from '../../../lib/texts.ts';

/** The sections of the settings in their order. The ids are part of the URL: `/account/appearance`. */
export const sectionTexts = texts('account/sections', {
  general: 'General',
  appearance: 'Appearance',
  chat: 'Chat',
  models: 'Models and keys',
  privacy: 'Privacy and data',
  account: 'Account and plan',
  security: 'Security',
  shortcuts: 'Shortcuts',
  computer: 'This computer',
  about: 'About',
});
export type SectionId = keyof typeof sectionTexts;

/** The user who sees the settings, and on which platform. */
export interface Viewer {
  /** A guest has no password and no second factor yet. */
  readonly isGuest: boolean;
  /** The owner of a computer has no account. */
  readonly isOwner: boolean;
  readonly hasComputer: boolean;
}

export function sectionsFor({ isGuest, isOwner, hasComputer }: Viewer): SectionId[] {
  const all = Object.keys(sectionTexts) as SectionId[];
  return all.filter((id) => {
    if (id === 'security') return !isGuest && !isOwner;
    return id !== 'computer' || hasComputer;
  });
}

/** The anchors of the former account page, with the sections that contain them now. */
const formerAnchors: Readonly<Record<string, SectionId>> = {
  profile: 'general',
  password: 'security',
  'second-factor': 'security',
  sessions: 'security',
  plan: 'account',
  keys: 'models',
  appearance: 'appearance',
  device: 'privacy',
  computer: 'computer',
  privacy: 'privacy',
  data: 'privacy',
};

/** The section for a URL like `/account#sessions`; null without a known anchor. */
export function sectionOfAnchor(hash: string): SectionId | null {
  const anchor = hash.slice(1);
  return Object.hasOwn(formerAnchors, anchor) ? (formerAnchors[anchor] ?? null) : null;
}

/** The section in a URL; null for the list of sections, and for unknown ones. */
export function sectionOfPath(pathname: string): SectionId | null {
  const [, id = ''] = /^\/account\/([^/]+)/.exec(pathname) ?? [];
  return Object.hasOwn(sectionTexts, id) ? (id as SectionId) : null;
}
