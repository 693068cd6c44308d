import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setColorScheme } from '../../../lib/color-scheme.ts';
import { DiagramBlock } from './DiagramBlock.tsx';
import { DiagramError, drawDiagram } from './draw-diagram.ts';

vi.mock(import('./draw-diagram.ts'), async (load) => ({
  ...(await load()),
  drawDiagram: vi.fn<typeof drawDiagram>(),
}));
const draw = vi.mocked(drawDiagram);

beforeEach(() => draw.mockReset());

const drawing = { address: 'data:image/svg+xml,x', width: 100, height: 50, title: 'A call' };

describe('a diagram', () => {
  it('is drawn on request, shown as an image, and can be switched back to its source', async () => {
    draw.mockResolvedValue(drawing);
    render(<DiagramBlock source="graph TD" isOpen={false} />);
    expect(draw).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Show diagram' }));
    const image = await screen.findByRole('img', { name: 'A call' });
    expect(image).toHaveAttribute('src', drawing.address);
    expect(image).toHaveAttribute('width', '100');
    await userEvent.click(screen.getByRole('button', { name: 'Show source' }));
    expect(screen.queryByRole('img', { name: 'A call' })).toBeNull();
    expect(screen.getByText('graph TD')).toBeVisible();
  });

  it('cannot be drawn while its source is incomplete', () => {
    render(<DiagramBlock source="graph TD" isOpen />);
    expect(screen.queryByRole('button', { name: 'Show diagram' })).toBeNull();
  });

  it('that fails shows the reason and its source, and can be retried', async () => {
    draw.mockRejectedValueOnce(new DiagramError('time')).mockResolvedValue(drawing);
    render(<DiagramBlock source="graph TD" isOpen={false} />);
    await userEvent.click(screen.getByRole('button', { name: 'Show diagram' }));
    expect(await screen.findByText('Drawing this diagram took too long.')).toBeVisible();
    expect(screen.getByText('graph TD')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show diagram' }));
    expect(await screen.findByRole('img', { name: 'A call' })).toBeVisible();
  });

  it('is redrawn in the colors of the other scheme', async () => {
    draw.mockResolvedValue(drawing);
    render(<DiagramBlock source="graph TD" isOpen={false} />);
    await userEvent.click(screen.getByRole('button', { name: 'Show diagram' }));
    await screen.findByRole('img', { name: 'A call' });
    await act(async () => setColorScheme('dark'));
    expect(draw.mock.calls.map(([, theme]) => theme.isDark)).toEqual([false, true]);
  });
});
