import { readFileSync } from 'node:fs';
import { notifications } from '@mantine/notifications';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { hideOffers, hideToast, showToast, type ToastVariant } from '../lib/toast.ts';
import { Toasts } from './Toasts.tsx';

/** Sets a viewport width (px) for queries of the form (max-width: Npx). */
function stubWidth(width: number): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width <= Number(/max-width: (\d+)px/.exec(query)?.[1] ?? 0),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
}

describe('toasts', () => {
  afterEach(() => {
    notifications.clean();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it.each([
    [390, 'bottom-center', 2_000],
    [768, 'bottom-center', 2_000],
    [769, 'bottom-right', 4_000],
  ])('on a screen of %i px, appear %s for %i ms [UX-001, UX-002]', async (width, position, milliseconds) => {
    stubWidth(width);
    render(<Toasts />);
    showToast({ title: 'Ready' });
    await screen.findByText('Ready');
    const show = vi.spyOn(notifications, 'show');
    const hide = vi.spyOn(notifications, 'hide');
    vi.useFakeTimers();
    showToast({ title: 'Saved' });
    expect(show).toHaveBeenCalledWith(expect.objectContaining({ position }));
    vi.advanceTimersByTime(milliseconds - 1);
    expect(hide).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(hide).toHaveBeenCalledOnce();
  });

  it('disappear after their time even if newer ones cover them [UX-001]', async () => {
    stubWidth(390);
    render(<Toasts />);
    showToast({ title: 'First' });
    await screen.findByText('First');
    vi.useFakeTimers();
    const hide = vi.spyOn(notifications, 'hide');
    showToast({ title: 'Second' });
    showToast({ title: 'Third' });
    vi.advanceTimersByTime(1_999);
    expect(hide).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(new Set(hide.mock.calls.map(([id]) => id)).size).toBe(2);
  });

  it('show messages from before their component loaded', async () => {
    showToast({ title: 'Early', message: 'said first' });
    render(<Toasts />);
    expect(await screen.findByText('said first')).toBeVisible();
  });

  it('have a close button [UX-003]', async () => {
    render(<Toasts />);
    showToast({ title: 'Saved' });
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByText('Saved')).toBeNull());
  });

  it.each<[ToastVariant, string]>([
    ['default', 'status'],
    ['success', 'status'],
    ['info', 'status'],
    ['warning', 'alert'],
    ['destructive', 'alert'],
  ])('of variant %s name their variant, and interrupt only if necessary [UX-005]', async (variant, role) => {
    render(<Toasts />);
    showToast({ title: variant, variant });
    await screen.findByText(variant);
    expect(screen.getByRole(role)).toHaveAttribute('data-variant', variant);
  });

  it('have different colors for each variant [UX-004]', () => {
    const css = readFileSync('src/renderer/components/ToastHost.module.css', 'utf8');
    const tokens = (selector: string) => {
      const rule = css.split(`${selector} {`)[1]?.split('}')[0] ?? '';
      return [/--tone: var\((--[\w-]+)\)/.exec(rule)?.[1], /--wash: var\((--[\w-]+)\)/.exec(rule)?.[1]];
    };
    expect(tokens('.toast.toast')).toEqual(['--ink', '--paper-raised']);
    expect(tokens(".toast[data-variant='destructive']")).toEqual(['--danger', '--danger-wash']);
    expect(tokens(".toast[data-variant='success']")).toEqual(['--success', '--success-wash']);
    expect(tokens(".toast[data-variant='warning']")).toEqual(['--warning', '--warning-wash']);
    expect(tokens(".toast[data-variant='info']")).toEqual(['--info', '--info-wash']);
    for (const use of ['background: var(--wash)', 'background: var(--tone)', 'color: var(--tone)'])
      expect(css).toContain(use);
  });

  it('with an action stay for 20 s, and longer while the pointer or the focus is on them', async () => {
    const run = vi.fn<() => void>();
    const onClose = vi.fn<() => void>();
    render(<Toasts />);
    showToast({ title: 'Ready' });
    await screen.findByText('Ready');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    act(() => showToast({ title: 'Chat deleted', action: { label: 'Undo', run }, onClose }));
    const undo = screen.getByRole('button', { name: 'Undo' });
    act(() => undo.focus());
    act(() => void vi.advanceTimersByTime(60_000));
    expect(onClose).not.toHaveBeenCalled();
    act(() => undo.blur());
    act(() => void vi.advanceTimersByTime(19_000));
    expect(onClose).not.toHaveBeenCalled();
    act(() => void vi.advanceTimersByTime(1_500));
    expect(onClose).toHaveBeenCalledOnce();
    expect(run).not.toHaveBeenCalled();
  });

  it('get the focus with F8, and give it back', async () => {
    const run = vi.fn<() => void>();
    render(
      <>
        <button type="button">Chat</button>
        <Toasts />
      </>,
    );
    showToast({ title: 'Chat deleted', action: { label: 'Undo', run } });
    const undo = await screen.findByRole('button', { name: 'Undo' });
    const chat = screen.getByRole('button', { name: 'Chat' });
    chat.focus();
    await userEvent.keyboard('{F8}');
    expect(undo).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(run).toHaveBeenCalledOnce();
    expect(chat).toHaveFocus();
    await waitFor(() => expect(screen.queryByText('Chat deleted')).toBeNull());
  });

  it('replace an earlier one with the same id', async () => {
    render(<Toasts />);
    showToast({ id: 'one', title: '1 chat deleted' });
    await screen.findByText('1 chat deleted');
    showToast({ id: 'one', title: '2 chats deleted' });
    expect(await screen.findByText('2 chats deleted')).toBeVisible();
    expect(screen.queryByText('1 chat deleted')).toBeNull();
    hideToast('one');
    await waitFor(() => expect(screen.queryByText('2 chats deleted')).toBeNull());
  });

  it('that replace an earlier one stay for their whole time', async () => {
    stubWidth(1_000);
    const onClose = vi.fn<() => void>();
    render(<Toasts />);
    showToast({ title: 'Ready' });
    await screen.findByText('Ready');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    act(() => showToast({ id: 'one', title: '1 chat deleted', onClose }));
    act(() => void vi.advanceTimersByTime(3_000));
    act(() => showToast({ id: 'one', title: '2 chats deleted', onClose }));
    act(() => void vi.advanceTimersByTime(3_000));
    expect(screen.getByText('2 chats deleted')).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
    act(() => void vi.advanceTimersByTime(1_500));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('with an action close when the user changes, others stay', async () => {
    render(<Toasts />);
    showToast({ title: 'Signed out' });
    showToast({ title: 'Prompt deleted', action: { label: 'Undo', run: () => {} } });
    await screen.findByText('Prompt deleted');
    act(() => hideOffers());
    await waitFor(() => expect(screen.queryByText('Prompt deleted')).toBeNull());
    expect(screen.getByText('Signed out')).toBeVisible();
  });

  it('are collapsed into a stack by default [UX-004]', async () => {
    render(<Toasts />);
    for (const title of ['First', 'Second']) showToast({ title });
    await screen.findByText('Second');
    const lookOf = (title: string) =>
      screen.getByText(title).closest<HTMLElement>('[data-toast]')?.style.transform;
    // A collapsed stack shows 10 px of the toast behind; an expanded one would show all of it.
    expect(lookOf('First')).toMatch(/^scale\(0\.97\) translateY\(-10px\)/);
    expect(lookOf('Second')).not.toContain('scale');
  });
});
