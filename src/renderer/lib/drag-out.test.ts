import { createEvent, fireEvent } from '@testing-library/react';
import type { DragEvent } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { platform } from '../platform/index.ts';
import { dragOutOf } from './drag-out.ts';

const file = { name: 'chat.txt', text: 'user: Hello' };
const setUp = (dragOut: typeof platform.dragOut) => {
  vi.spyOn(platform, 'dragOut', 'get').mockReturnValue(dragOut);
};
afterEach(() => vi.restoreAllMocks());

/** Starts a drag. The returned event shows whether the page's own drag was prevented. */
const begin = (read: () => Promise<typeof file>, onFailure = () => {}) => {
  const event = createEvent.dragStart(document.body);
  dragOutOf(read, onFailure).onDragStart?.(event as unknown as DragEvent<HTMLElement>);
  return event;
};

describe('a file dragged out of the app', () => {
  it("starts a system drag instead of the page's", async () => {
    const dragOut = vi.fn<NonNullable<typeof platform.dragOut>>(async () => undefined);
    setUp(dragOut);
    expect(begin(async () => file).defaultPrevented).toBe(true);
    await vi.waitFor(() => expect(dragOut).toHaveBeenCalledExactlyOnceWith('chat.txt', 'user: Hello'));
  });

  it('is not dragged if the user released the button before it was ready', async () => {
    const dragOut = vi.fn<NonNullable<typeof platform.dragOut>>(async () => undefined);
    setUp(dragOut);
    const created = Promise.withResolvers<typeof file>();
    begin(() => created.promise);
    fireEvent.pointerUp(window);
    created.resolve(file);
    await created.promise;
    await Promise.resolve();
    expect(dragOut).not.toHaveBeenCalled();
  });

  it('is reported as failed if it cannot be created', async () => {
    setUp(async () => undefined);
    const onFailure = vi.fn<() => void>();
    begin(() => Promise.reject(new Error('gone')), onFailure);
    await vi.waitFor(() => expect(onFailure).toHaveBeenCalledOnce());
  });

  it('is not draggable if the platform does not support it', () => {
    setUp(null);
    expect(
      dragOutOf(
        async () => file,
        () => {},
      ),
    ).toEqual({});
  });
});
