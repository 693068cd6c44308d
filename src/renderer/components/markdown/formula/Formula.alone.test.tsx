import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Markdown } from '../Markdown.tsx';
import { Allowance, AllowanceContext } from './allowance.ts';
import { Formula } from './Formula.tsx';
import { loadTypesetter } from './typesetter.ts';

afterEach(() => vi.restoreAllMocks());

const formulaOf = async (text: string) => {
  const { container } = render(<Markdown text={text} />);
  await waitFor(() => expect(container.querySelector('.katex')).not.toBeNull());
  return container;
};

describe('a formula', () => {
  it('is typeset, with MathML for screen readers', async () => {
    const container = await formulaOf('so $\\frac{a}{b}$ is');
    expect(container.querySelector('math mfrac')).not.toBeNull();
    expect(container.querySelector('.katex-html')).toHaveAttribute('aria-hidden', 'true');
    expect(container.querySelector('p code')).toBeNull();
  });

  it('that is invalid shows its source', async () => {
    const container = await formulaOf('$\\frac{a$ and $x$');
    expect(screen.getByText('\\frac{a')).toBeVisible();
    expect(container.querySelectorAll('.katex')).toHaveLength(1);
  });

  it.each([
    String.raw`\href{javascript:alert(1)}{x}`,
    String.raw`\href{https://evil.example}{x}`,
    String.raw`\url{javascript:alert(1)}`,
    String.raw`\includegraphics{https://evil.example/x.png}`,
    String.raw`\htmlClass{own}{x}\htmlId{root}{x}\htmlStyle{position:fixed}{x}\htmlData{a=b}{x}`,
    String.raw`\text{<img src=x onerror=alert(1)>}`,
  ])('creates no link, image or markup: %s', async (source) => {
    const container = await formulaOf(`$${source}$`);
    expect(container.querySelector('a, img, script, [onerror], [id], [data-a], .own')).toBeNull();
    for (const element of container.querySelectorAll<HTMLElement>('[style]'))
      expect(element.style.position).not.toBe('fixed');
  });

  it.each([
    ['a macro without end', String.raw`\def\a{\a\a}\a`],
    ['macros that double', `\\def\\a{xx}${'\\def\\a{\\a\\a}'.repeat(30)}\\a`],
    ['a long macro used often', `\\def\\a{${'x'.repeat(1_000)}}${'\\a'.repeat(290)}`],
    ['a matrix of empty cells', `\\begin{matrix}${'&'.repeat(1_900)}\\end{matrix}`],
    ['a row of open groups', '{'.repeat(1_900)],
  ])('cannot exceed its limits: %s', async (_name, source) => {
    const typeset = await loadTypesetter();
    const started = performance.now();
    let elements = 0;
    try {
      elements = typeset(source, false).querySelectorAll('*').length;
    } catch {
      // KaTeX may also reject the formula.
    }
    expect(elements).toBeLessThan(10_000);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('cannot define commands or draw huge boxes', async () => {
    const typeset = await loadTypesetter();
    expect(() => typeset(String.raw`\gdef\leaf{x}\leaf`, false)).toThrow('Undefined control sequence');
    const drawn = typeset(String.raw`\rule{900em}{900em}\kern900em x`, false);
    const lengths = [...drawn.querySelectorAll('[style]')].flatMap((element) =>
      [...(element.getAttribute('style') ?? '').matchAll(/([\d.]+)em/g)].map(([, length]) => Number(length)),
    );
    expect(Math.max(...lengths)).toBe(10);
  });

  it('shows its source if the text has too many formulas', async () => {
    const { container } = render(
      <AllowanceContext value={new Allowance(25)}>
        {['a', 'b', 'c'].map((source) => (
          <Formula key={source} source={source} isDisplay={false} />
        ))}
      </AllowanceContext>,
    );
    await waitFor(() => expect(container.querySelectorAll('.katex')).toHaveLength(2));
    expect(screen.getByText('c')).toBeVisible();
  });

  it('is not typeset again while the text around it grows', async () => {
    // On a slow machine, parsing would otherwise continue in the next frame.
    vi.spyOn(performance, 'now').mockReturnValue(0);
    const { container, rerender } = render(<Markdown text="so $x$ is" isGrowing />);
    await waitFor(() => expect(container.querySelector('.katex')).not.toBeNull());
    const before = container.querySelector('.katex');
    rerender(<Markdown text="so $x$ is a *variable*" isGrowing />);
    await waitFor(() => expect(container.querySelector('em')).not.toBeNull());
    expect(container.querySelector('.katex')).toBe(before);
  });
});
