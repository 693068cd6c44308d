import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Markdown } from '../Markdown.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import { highlighter } from './highlighter.ts';

afterEach(() => vi.restoreAllMocks());

it('colors a block once it is complete, without changing its text', async () => {
  const ask = vi.spyOn(highlighter, 'highlight').mockResolvedValue([3, 1, 5, -1, 1, 3]);
  const { container, rerender } = render(<CodeBlock language="JS" text="let a = 1" isOpen />);
  expect(ask).not.toHaveBeenCalled();
  rerender(<CodeBlock language="JS" text="let a = 1" isOpen={false} />);
  await waitFor(() => expect(container.querySelectorAll('code span')).toHaveLength(2));
  expect(ask).toHaveBeenCalledExactlyOnceWith('js', 'let a = 1', expect.any(AbortSignal));
  expect([...container.querySelectorAll('code span')].map((span) => span.textContent)).toEqual(['let', '1']);
  expect(container.querySelector('code')).toHaveTextContent('let a = 1');
});

it('highlights across the chunks of a long block', async () => {
  const text = Array.from({ length: 300 }, (_, index) => `/* line ${index} */`).join('\n');
  vi.spyOn(highlighter, 'highlight').mockResolvedValue([text.length, 0]);
  const { container } = render(<CodeBlock language="c" text={text} isOpen={false} />);
  await waitFor(() => expect(container.querySelectorAll('code span').length).toBeGreaterThan(1));
  expect(container.querySelector('code')?.textContent).toBe(text);
});

it('does not highlight plain text', () => {
  const ask = vi.spyOn(highlighter, 'highlight');
  render(<CodeBlock language="text" text="a" isOpen={false} />);
  render(<CodeBlock language="" text="b" isOpen={false} />);
  expect(ask).not.toHaveBeenCalled();
});

it('colors a block within a growing list as soon as it is closed', async () => {
  const ask = vi.spyOn(highlighter, 'highlight').mockResolvedValue(null);
  const list = '1. one\n\n   ```js\n   let a\n';
  const { rerender } = render(<Markdown text={list} isGrowing />);
  expect(screen.getByRole('figure', { name: 'js' })).toBeVisible();
  expect(ask).not.toHaveBeenCalled();
  rerender(<Markdown text={`${list}   \`\`\`\n\n   and`} isGrowing />);
  // After an expensive round, parsing pauses for some frames.
  await waitFor(() => expect(ask).toHaveBeenCalledExactlyOnceWith('js', 'let a', expect.any(AbortSignal)));
});
