import { texts } from '../../../../shared/texts.ts';

/** In display order. The ids are part of the URL: `/account/appearance`. */
export const sectionTexts = texts('account/sections', {
  general: 'General',
  appearance: 'Appearance',
  chat: 'Chat',
  instructions: 'Instructions',
  personas: 'Personas',
  models: 'Models and keys',
  prompts: 'Prompts',
  privacy: 'Privacy and data',
  account: 'Account and plan',
  security: 'Security',
  shortcuts: 'Shortcuts',
  computer: 'This computer',
  about: 'About',
});
export type SectionId = keyof typeof sectionTexts;

export interface Viewer {
  /** Guests have no password and no second factor yet. */
  readonly isGuest: boolean;
  /** The computer's owner has no account. */
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

/** Anchors in old links, with the sections that replaced them. */
const formerAnchors: Readonly<Record<string, SectionId>> = {
  profile: 'general',
  language: 'general',
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

/** Returns the section for URLs like `/account#sessions`, or null if the anchor is unknown. */
export function sectionOfAnchor(hash: string): SectionId | null {
  const anchor = hash.slice(1);
  return Object.hasOwn(formerAnchors, anchor) ? (formerAnchors[anchor] ?? null) : null;
}

/** Returns null for the list of sections and for unknown sections. */
export function sectionOfPath(pathname: string): SectionId | null {
  const [, id = ''] = /^\/account\/([^/]+)/.exec(pathname) ?? [];
  return Object.hasOwn(sectionTexts, id) ? (id as SectionId) : null;
}
