import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { takeFirstMessage } from '../../../lib/first-message.ts';
import { startFakeService } from '../../../testing/fake-service.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { claims, landingClaims } from '../claims.ts';
import { testimonials } from './content/bottom-texts.ts';
import { LandingPage } from './LandingPage.tsx';

/** Simulates media queries for a window of this width, with or without motion. */
function setWindow({ width, isStill = false }: { readonly width: number; readonly isStill?: boolean }): void {
  vi.stubGlobal('matchMedia', (query: string) => {
    const least = /width >= (\d+)px/.exec(query)?.[1];
    const matches = least ? width >= Number(least) : isStill && query.includes('reduce');
    return { matches, media: query, addEventListener: () => {}, removeEventListener: () => {} };
  });
}

function scrollTo(pixels: number): void {
  vi.stubGlobal('scrollY', pixels);
  act(() => void window.dispatchEvent(new Event('scroll')));
}

const open = () => {
  const service = startFakeService();
  return { service, ...renderApp(<LandingPage />) };
};
const region = (name: string) => within(screen.getByRole('region', { name }));

describe('the landing page', () => {
  beforeEach(() => setWindow({ width: 1440 }));

  it('shows its sections in the documented order [SITE-021]', () => {
    open();
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Private, and you can check it',
      'What Can You Ask?',
      'Real User Prompts',
      'How It Works',
      'Uncensored AI in Action',
      'AI Without Limits',
      'Unleash The True Power of AI',
      'Private Inference API',
      'Clover and other chats',
      'Sample figures and quotes',
      'What would you like to know?',
      'Try the demo, or just start',
    ]);
  });

  it('has the documented headings three to five [SITE-038, SITE-042, SITE-046]', () => {
    open();
    for (const name of ['What Can You Ask?', 'Real User Prompts', 'How It Works'])
      expect(region(name).getByRole('heading', { level: 2, name })).toBeVisible();
  });

  it('has the documented headings six to nine [SITE-049, SITE-054, SITE-057, SITE-063]', () => {
    open();
    expect(region('Uncensored AI in Action').getByText('Live Demo')).toBeVisible();
    expect(region('AI Without Limits').getByText('Why Choose Us')).toBeVisible();
    expect(region('Unleash The True Power of AI').getByRole('figure')).toBeVisible();
    expect(region('Private Inference API').getByText(/^For developers:/)).toBeVisible();
  });

  it('links the hero to the chat and the demo; its input neither navigates nor calls the service [SITE-035, SITE-036, SITE-083]', async () => {
    const { service, address, user } = open();
    onTestFinished(() => void takeFirstMessage());
    const [start] = screen.getAllByRole('link', { name: 'Start Chatting' });
    expect(start).toHaveAttribute('href', '/chat');
    expect(screen.getAllByRole('link', { name: 'Watch It Happen' })[0]).toHaveAttribute('href', '/#demo');
    const input = screen.getByRole('textbox', { name: 'Your first message' });
    await user.type(input, ' {Enter}');
    expect(screen.queryByText(/Saved/)).not.toBeInTheDocument();
    await user.type(input, 'Hello{Enter}');
    expect(address()).toBe('/');
    expect(service.requests).toEqual([]);
    expect(screen.getByText(/^Saved as your first message\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open the chat' })).toHaveAttribute('href', '/chat');
    expect(takeFirstMessage()).toBe('Hello');
  });

  const claimOf = (name: RegExp) =>
    region('Private, and you can check it').getByRole('heading', { level: 3, name });

  it('calls itself uncensored and private in its title and its first words [SITE-002]', () => {
    open();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/uncensored, private/);
    expect(document.title).toBe('Uncensored and private AI chat · Clover');
    expect(screen.getByText(/^Choose which model answers/)).toHaveTextContent(
      'Uncensored answers: no filter of ours between you and the model.',
    );
  });

  it('claims uncensored answers, no prompt logging and no account, as proven [SITE-006, SITE-008, SITE-010, SITE-016]', () => {
    open();
    for (const [name, detail] of [
      [
        /^Uncensored answers: no filter of ours between you and the model$/,
        'The provider that answers has its own rules.',
      ],
      [
        /^No prompt logging$/,
        "Clover's log contains an id, a status and a duration, but never your messages or keys.",
      ],
      [
        /^No account required$/,
        'A guest session opens immediately, is yours alone, and is deleted with its chats after 24 hours.',
      ],
    ] as const)
      expect(claimOf(name).parentElement).toHaveTextContent(detail);
  });

  it('claims zero retention of temporary chats, model switching and encrypted history, as proven [SITE-007, SITE-009, SITE-011, SITE-037]', () => {
    open();
    const h2 = screen.getAllByRole('heading', { level: 2 })[0];
    expect(h2).toHaveTextContent('Private, and you can check it');
    expect(claimOf(/^Zero data retention in temporary chats$/).parentElement).toHaveTextContent(
      'Clover never saves a temporary chat',
    );
    expect(claimOf(/^Model switching on the fly$/).parentElement).toHaveTextContent(
      'Pick another model at any point in a chat.',
    );
    const encrypted = claimOf(/^End-to-end encrypted history$/).parentElement!;
    expect(encrypted).toHaveTextContent(
      'Once you turn it on, only your own devices can read what is stored. The provider that answers sees your prompt.',
    );
    expect(within(encrypted).getByRole('link')).toHaveAttribute('href', '/docs/encryption');
  });

  it('shows next to the privacy claims that providers have rules, and links to what leaves the device [SITE-015]', () => {
    open();
    for (const name of ['Private, and you can check it', 'AI Without Limits'])
      expect(
        region(name).getAllByText(/The provider that answers has its own rules\.$/).length,
      ).toBeGreaterThan(0);
    expect(
      region('Private, and you can check it').getByRole('link', { name: 'What leaves this device' }),
    ).toHaveAttribute('href', '/privacy#leaves');
  });

  it('gives each proven claim one link to a page where visitors can check it [SITE-015]', () => {
    open();
    const items = region('Private, and you can check it').getAllByRole('listitem');
    expect(items.map((item) => within(item).queryAllByRole('link').length)).toEqual(
      landingClaims.map(([name]) => (claims[name].isProven ? 1 : 0)),
    );
  });

  it('has no sample on its first screens, and all figures and quotes in one section [SITE-017, SITE-076]', () => {
    open();
    for (const note of screen.getAllByText('Sample content'))
      expect(note.closest('section[aria-labelledby]')).toHaveAccessibleName(
        /^(Sample figures and quotes|Real User Prompts)$/,
      );
  });

  it('shows each screenshot in both color schemes with its size, so that nothing moves when it loads', () => {
    const { container } = open();
    const pictures = [...container.querySelectorAll('picture')];
    expect(pictures.map(({ dataset }) => dataset['scheme'])).toEqual(
      Array.from({ length: 5 }, () => ['light', 'dark']).flat(),
    );
    for (const drawn of pictures.flatMap((picture) => [...picture.children])) {
      expect(Number(drawn.getAttribute('width'))).toBeGreaterThan(0);
      expect(Number(drawn.getAttribute('height'))).toBeGreaterThan(0);
    }
    for (const image of container.querySelectorAll('img')) expect(image).toHaveAttribute('loading', 'lazy');
  });

  it.each([
    ['10,000+', 'users'],
    ['4.9/5', 'rating'],
    ['2,500+', 'reviews'],
  ])('shows the figure %s %s with its note [SITE-012, SITE-013, SITE-014, SITE-017]', (value, label) => {
    open();
    const figure = region('Sample figures and quotes').getByText(value).parentElement;
    expect(figure).toHaveTextContent(`${label}${value}Sample content`);
  });

  it('highlights one of five prompts, and the next one every 3 s in a loop [SITE-039, SITE-040, SITE-041]', () => {
    vi.useFakeTimers();
    open();
    const examples = region('What Can You Ask?');
    const lit = () => examples.getAllByRole('listitem').map((item) => item.hasAttribute('data-lit'));
    const only = (index: number) => Array.from({ length: 5 }, (_, place) => place === index);
    expect(lit()).toEqual(only(0));
    act(() => void vi.advanceTimersByTime(2_999));
    expect(lit()).toEqual(only(0));
    for (const index of [1, 2, 3, 4, 0]) {
      act(() => void vi.advanceTimersByTime(index === 1 ? 1 : 3_000));
      expect(lit()).toEqual(only(index));
    }
    expect(examples.getByRole('link', { name: 'Try One Yourself' })).toHaveAttribute('href', '/chat');
  });

  it('does not animate if users prefer reduced motion', () => {
    setWindow({ width: 1440, isStill: true });
    vi.useFakeTimers();
    open();
    act(() => void vi.advanceTimersByTime(10_000));
    expect(region('What Can You Ask?').getAllByRole('listitem')[0]).toHaveAttribute('data-lit');
  });

  it('shows eight moving sample prompts twice, once for screen readers, and ends in plain text [SITE-043, SITE-044, SITE-045]', () => {
    open();
    const strip = region('Real User Prompts');
    expect(strip.getAllByRole('listitem', { hidden: true })).toHaveLength(16);
    expect(strip.getAllByRole('listitem')).toHaveLength(8);
    expect(strip.getByText('Sample content')).toBeVisible();
    expect(strip.getByText('Try any of these prompts yourself').closest('a')).toBeNull();
  });

  it('explains three steps and names models that can be connected [SITE-018, SITE-047, SITE-048]', () => {
    open();
    const steps = region('How It Works');
    expect(steps.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Type Anything',
      'Pick Your Brain',
      'Get Real Answers',
    ]);
    expect(steps.getByText(/GPT-4, Claude 3, LLaMA 3 and Mistral/)).toHaveTextContent(
      'An administrator can connect',
    );
    expect(steps.getByRole('link', { name: 'Watch It Happen' })).toHaveAttribute('href', '/#demo');
  });

  it('has four tabs in the demo, Text first, one at a time, by pointer and by keys [SITE-050, SITE-051, SITE-052, SITE-053]', async () => {
    const { user } = open();
    const demo = region('Uncensored AI in Action');
    const selected = () => demo.getAllByRole('tab', { selected: true }).map(({ textContent }) => textContent);
    expect(screen.getByRole('region', { name: 'Uncensored AI in Action' })).toHaveAttribute('id', 'demo');
    expect(demo.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Text',
      'Images',
      'Code',
      'Characters',
    ]);
    expect(selected()).toEqual(['Text']);
    await user.click(demo.getByRole('tab', { name: 'Code' }));
    expect(selected()).toEqual(['Code']);
    const [picture] = within(demo.getByRole('tabpanel')).getAllByRole('img');
    expect(picture).toHaveAccessibleName(/highlighted SQL/);
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(selected()).toEqual(['Text']);
    await user.keyboard('{End}');
    expect(demo.getByRole('tab', { name: 'Characters' })).toHaveFocus();
    expect(demo.getByRole('link', { name: 'Launch the Chat' })).toHaveAttribute('href', '/chat');
  });

  it('gives two reasons, one with a link to the chat [SITE-055, SITE-056]', () => {
    open();
    const why = region('AI Without Limits');
    expect(why.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Private AI',
      'Uncensored AI',
    ]);
    expect(why.getByRole('link', { name: 'Try it now' })).toHaveAttribute('href', '/chat');
  });

  it('shows a screenshot of the chat without controls, and links to features and chat [SITE-058, SITE-059, SITE-060]', () => {
    open();
    const power = region('Unleash The True Power of AI');
    const mock = power.getByRole('figure', { name: 'What the chat looks like' });
    expect(mock.querySelectorAll('a, button, input, textarea, [tabindex]')).toHaveLength(0);
    for (const tab of ['Text', 'Images', 'Code', 'Characters']) expect(mock).toHaveTextContent(tab);
    expect(power.getByRole('link', { name: 'Learn More about privacy' })).toHaveAttribute(
      'href',
      '/features',
    );
    expect(power.getByRole('link', { name: 'Try Now' })).toHaveAttribute('href', '/chat');
  });

  it('names three things to create, and links to the chat [SITE-061, SITE-062]', () => {
    open();
    const power = region('Unleash The True Power of AI');
    expect(power.getByRole('heading', { name: 'What can you create?' })).toBeVisible();
    for (const name of ['Writing', 'Answers', 'Software'])
      expect(power.getByRole('heading', { name })).toBeVisible();
    expect(power.getByRole('link', { name: 'Ask Anything' })).toHaveAttribute('href', '/chat');
  });

  it("links developers to the documentation from the footer link's target, which has a grid of sixteen cells [SITE-064, SITE-065, SITE-080]", () => {
    open();
    expect(screen.getByRole('region', { name: 'Private Inference API' })).toHaveAttribute('id', 'api');
    const api = region('Private Inference API');
    expect(api.getByRole('link', { name: 'View API Docs' })).toHaveAttribute('href', '/docs/api');
    expect(api.getByTestId('grid').children).toHaveLength(16);
  });

  const comparison = () => {
    const [section] = screen.getAllByRole('region', { name: 'Clover and other chats' });
    const table = within(section!).getByRole('table');
    const cells = within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent));
    return { section, table, cells };
  };

  it('compares itself with three neutrally named products [SITE-066, SITE-067, SITE-071]', () => {
    open();
    const { section, table, cells } = comparison();
    expect(section).toHaveAttribute('id', 'compare');
    expect(cells[0]).toEqual(['Feature', 'Clover', 'Chatbot A', 'Chatbot B', 'Chatbot C']);
    expect(table).toHaveAccessibleDescription(/^As configured by the site owner/);
  });

  it('compares five things in the documented order with the documented marks [SITE-019, SITE-068, SITE-069, SITE-070]', () => {
    open();
    expect(comparison().cells.slice(1)).toEqual([
      ['Unfiltered Content', 'Yes', 'No', 'No', 'No'],
      ['Model Switching On the Fly', 'Yes', 'No', 'No', 'No'],
      ['No Account Required', 'Yes', 'No', 'No', 'No'],
      ['No Prompt Logs or Tracking', 'Yes', 'No', 'No', 'No'],
      ['Voice/Image/Video Input', 'Coming Soon', 'Yes', 'Yes', 'No'],
    ]);
  });

  it.each([
    [390, 1],
    [640, 2],
    [1023, 2],
    [1024, 3],
  ])('at %i px shows %i testimonials side by side [SITE-074]', (width, count) => {
    setWindow({ width });
    open();
    expect(region('Testimonials').getAllByRole('listitem')).toHaveLength(count);
  });

  it('moves six testimonials in a loop by buttons and arrow keys, each marked as a sample [SITE-072, SITE-073, SITE-075, SITE-076]', () => {
    setWindow({ width: 390 });
    open();
    const ring = region('Testimonials');
    const shown = () => ring.getByRole('listitem').textContent;
    const { entries } = testimonials;
    expect(entries).toHaveLength(6);
    expect(entries.every(({ verified, rating }) => !verified && rating >= 1 && rating <= 5)).toBe(true);
    const next = ring.getByRole('button', { name: 'Next' });
    for (const entry of [...entries, entries[0]!]) {
      expect(shown()).toContain(entry.content);
      expect(shown()).toContain(`${entry.author}, ${entry.role}, ${entry.location}`);
      expect(shown()).toContain('Sample content');
      fireEvent.click(next);
    }
    fireEvent.click(ring.getByRole('button', { name: 'Previous' }));
    fireEvent.click(ring.getByRole('button', { name: 'Previous' }));
    expect(shown()).toContain(entries[5]!.content);
    fireEvent.keyDown(next, { key: 'ArrowRight' });
    expect(shown()).toContain(entries[0]!.content);
    fireEvent.keyDown(next, { key: 'ArrowLeft' });
    expect(shown()).toContain(entries[5]!.content);
  });

  it('ends with two calls to action [SITE-077, SITE-078]', () => {
    open();
    expect(screen.getByRole('link', { name: 'Ask it now' })).toHaveAttribute('href', '/chat');
    const closing = region('Try the demo, or just start');
    expect(closing.getByRole('link', { name: 'Start Chatting' })).toHaveAttribute('href', '/chat');
    expect(closing.getByRole('link', { name: 'Watch It Happen' })).toHaveAttribute('href', '/#demo');
  });

  it('shows a bar with a link to the chat after 800 px of scrolling [SITE-081, SITE-082]', () => {
    open();
    const bar = () => screen.queryByRole('complementary');
    scrollTo(800);
    expect(bar()).toBeNull();
    scrollTo(801);
    expect(within(bar()!).getByRole('link', { name: 'Start Chatting' })).toHaveAttribute('href', '/chat');
    scrollTo(0);
    expect(bar()).toBeNull();
  });

  it('has 15, 12, 8 and 6 decorative particles, hidden from screen readers [SITE-085]', () => {
    const { container } = open();
    const counts = [...container.querySelectorAll('[class*="particles"]')].map((group) => {
      expect(group).toHaveAttribute('aria-hidden', 'true');
      return group.children.length;
    });
    expect(counts).toEqual([15, 12, 8, 6]);
  });
});
