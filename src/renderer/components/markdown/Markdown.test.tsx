import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { platform } from '../../platform/index.ts';
import { registerToastHost, type Toast } from '../../lib/toast.ts';
import { Markdown } from './Markdown.tsx';

describe('a reply', () => {
  it("is rendered with headings below the page's, lists, tables and emphasis", async () => {
    const { container } = render(
      <Markdown text={'# Title\n\n1. **one**\n2. *two*\n\n| a | b |\n|:-:|--|\n| 1 | 2 |\n\n3. three'} />,
    );
    // On a slow machine, parsing may continue in the next frame.
    await waitFor(() => expect(container.querySelector('ol[start="3"]')).toHaveTextContent('three'));
    expect(screen.getByRole('heading', { level: 3, name: 'Title' })).toBeVisible();
    expect(container.querySelector('ol > li > strong')).toHaveTextContent('one');
    expect(screen.getByRole('table')).toBeVisible();
  });

  it('has an outline without gaps, whatever headings it begins with', async () => {
    const text = ['### Soil', '##### Clay', '# Water', '#### Rain', '## Wells', 'Setext\n---'].join('\n\n');
    render(<Markdown text={text} />);
    const level = async (name: string) => (await screen.findByRole('heading', { name })).tagName;
    expect(await level('Soil')).toBe('H3');
    expect(await level('Clay')).toBe('H4');
    expect(await level('Water')).toBe('H3');
    expect(await level('Rain')).toBe('H4');
    expect(await level('Wells')).toBe('H4');
    expect(await level('Setext')).toBe('H4');
  });

  it('keeps the elements of finished blocks while it grows', async () => {
    const { container, rerender } = render(<Markdown text={'one\n\ntwo'} isGrowing />);
    await waitFor(() => expect(container.querySelectorAll('p')).toHaveLength(2));
    const first = container.querySelector('p');
    rerender(<Markdown text={'one\n\ntwo three\n\n```js\nlet a'} isGrowing />);
    expect(container.querySelector('p')).toBe(first);
    // After an expensive round, parsing pauses for some frames.
    await waitFor(() => expect(container.querySelector('code')).toHaveTextContent('let a'));
    const code = container.querySelector('code');
    rerender(<Markdown text={'one\n\ntwo three\n\n```js\nlet a = 1;\n```\n\nend'} />);
    expect(container.querySelector('code')).toBe(code);
    expect(code).toHaveTextContent('let a = 1;');
  });

  it.each([
    ['a paragraph', ''],
    ['a list item', '- '],
    ['a heading', '# '],
    ['a task', '- [x] '],
  ])('shows all of %s if it is too long to parse, even while it grows', async (_name, mark) => {
    const words = Array.from({ length: 1_500 }, (_, index) => `word${index}`).join(' ');
    const { container, rerender } = render(<Markdown text={mark + words.slice(0, 8_000)} isGrowing />);
    rerender(<Markdown text={mark + words} isGrowing />);
    // On a slow machine, parsing may continue in the next frame.
    await waitFor(() => expect(container.textContent).toContain('word1499'));
    rerender(<Markdown text={mark + words} />);
    await waitFor(() => expect(container.textContent).toMatch(/word0 word1 .*word1499/));
  });

  it('lays out only the end of a growing code block again', async () => {
    const lines = Array.from({ length: 400 }, (_, index) => `const value${index} = ${index};`).join('\n');
    const { container, rerender } = render(<Markdown text={`\`\`\`js\n${lines}`} isGrowing />);
    const before = [...(container.querySelector('code')?.childNodes ?? [])];
    rerender(<Markdown text={`\`\`\`js\n${lines}\nmore`} isGrowing />);
    await waitFor(() => expect(container.querySelector('code')).toHaveTextContent(/more$/));
    const after = [...(container.querySelector('code')?.childNodes ?? [])];
    expect(before.length).toBeGreaterThan(3);
    expect(before.slice(0, -1).every((node, index) => node === after[index])).toBe(true);
  });
});

describe('a link', () => {
  it('opens outside the app without a referrer', async () => {
    const open = vi.spyOn(platform, 'openExternal').mockResolvedValue();
    render(<Markdown text="see https://example.com/a?b=c" />);
    const link = await screen.findByRole('link', { name: 'https://example.com/a?b=c' });
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    await userEvent.click(link);
    expect(open).toHaveBeenCalledExactlyOnceWith('https://example.com/a?b=c');
  });
});

describe('a task list', () => {
  it("names done and open items, and doesn't change other brackets", async () => {
    const { container } = render(
      <Markdown text={'- [ ] water\n- [x] count **leaves**\n- [x](https://a.example)\n- plain [x] inside'} />,
    );
    const items = () => [...container.querySelectorAll('li')].map((item) => item.textContent);
    // A slow machine needs more than one frame.
    await waitFor(() =>
      expect(items()).toEqual(['To do: water', 'Done: count leaves', 'x', 'plain [x] inside']),
    );
    expect(container.querySelectorAll('input')).toHaveLength(0);
  });
});

describe('direction', () => {
  it('is detected for each block from its first letter, and is left to right for code', async () => {
    const { container } = render(<Markdown text={'مرحبا\n\n- عنصر\n\n> x\n\n`a`\n\n```js\nlet a\n```'} />);
    await waitFor(() => expect(container.querySelector('figure')).not.toBeNull());
    for (const block of container.querySelectorAll('p:not(blockquote > *), ul, blockquote'))
      expect(block).toHaveAttribute('dir', 'auto');
    // Otherwise the quote's direction would ignore its text, and its bar would be on the wrong side.
    expect(container.querySelector('blockquote > p')).not.toHaveAttribute('dir');
    for (const code of container.querySelectorAll('p > code, figure'))
      expect(code).toHaveAttribute('dir', 'ltr');
  });

  it("of code can't be changed invisibly: bidirectional control characters are shown", () => {
    const { container } = render(<Markdown text={'```\nif (a\u202E\u2066// b) {}\n```'} />);
    const marks = [...container.querySelectorAll('[data-mark]')].map((mark) =>
      mark.getAttribute('data-mark'),
    );
    expect(marks).toEqual(['U+202E', 'U+2066']);
    expect(container.querySelector('code')?.textContent).toBe('if (a// b) {}');
  });
});

describe('a code block', () => {
  it('names its language and copies its text; the icon resets after 2 s [CHAT-098]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    const toasts: Toast[] = [];
    const undo = registerToastHost((toast) => toasts.push(toast));
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    render(<Markdown text={'```ts\nconst a = 1;\n```'} />);
    expect(screen.getByRole('figure', { name: 'ts' })).toBeVisible();
    const button = screen.getByRole('button', { name: 'Copy code' });
    await user.click(button);
    expect(write).toHaveBeenCalledWith('const a = 1;');
    expect(toasts).toMatchObject([
      { title: 'Copied!', message: 'Code copied to clipboard', variant: 'success' },
    ]);
    expect(button).toHaveAttribute('data-copied');
    act(() => void vi.advanceTimersByTime(2_000));
    expect(button).not.toHaveAttribute('data-copied');
    undo();
  });

  it("wraps its lines, and saves a file with its language's extension", async () => {
    const user = userEvent.setup();
    const save = vi.spyOn(platform, 'saveFile').mockImplementation(async (name) => name);
    render(<Markdown text={'```python\nprint(1)\n```'} />);
    const wrap = screen.getByRole('button', { name: 'Wrap lines', pressed: false });
    await user.click(wrap);
    expect(wrap).toHaveAttribute('aria-pressed', 'true');
    await user.click(screen.getByRole('button', { name: 'Download code' }));
    const [name, content] = save.mock.lastCall ?? [];
    expect([name, await content?.text()]).toEqual(['code.py', 'print(1)']);
  });

  it('shows an error if the clipboard refuses [CHAT-099]', async () => {
    const user = userEvent.setup();
    const toasts: Toast[] = [];
    const undo = registerToastHost((toast) => toasts.push(toast));
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    render(<Markdown text={'    code'} />);
    await user.click(screen.getByRole('button', { name: 'Copy code' }));
    expect(toasts).toMatchObject([
      { title: 'Failed to copy', message: 'Could not copy to clipboard', variant: 'destructive' },
    ]);
    undo();
  });
});
