import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { platform } from '../../../platform/index.ts';
import { Markdown } from '../Markdown.tsx';
import { ImageLoaderContext, type ImageLoader } from './ImageLoader.ts';
import { generatedImageId } from './generated-image.ts';
import { AttachPictureContext } from './attach-picture.ts';

const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const created: string[] = [];
const revoked: string[] = [];

beforeEach(() => {
  created.length = 0;
  revoked.length = 0;
  // jsdom has no blob URLs.
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL(): string {
        created.push(`blob:${created.length}`);
        return created.at(-1)!;
      }

      static override revokeObjectURL(address: string): void {
        revoked.push(address);
      }
    },
  );
});

describe('an image of another host', () => {
  it('is loaded without a referrer after a click on a button that names the host', async () => {
    const { container, unmount } = render(<Markdown text="![a cat](https://images.example/cat.png?q=1)" />);
    expect(container.querySelector('img')).toBeNull();
    await userEvent.click(
      await screen.findByRole('button', { name: 'Load image from images.example: a cat' }),
    );
    const image = screen.getByRole('img', { name: 'a cat' });
    expect(image).toHaveAttribute('src', 'https://images.example/cat.png?q=1');
    expect(image).toHaveAttribute('referrerpolicy', 'no-referrer');
    unmount();
    // The same URL needs no second click, but another URL on the same host does.
    render(
      <Markdown text={'![a](https://images.example/cat.png?q=1) ![b](https://images.example/cat.png?q=2)'} />,
    );
    expect(await screen.findByRole('button', { name: 'Load image from images.example: b' })).toBeVisible();
    expect(screen.getAllByRole('img')).toHaveLength(1);
  });

  it('is opened outside the app if it failed to load or has no HTTPS', async () => {
    const open = vi.spyOn(platform, 'openExternal').mockResolvedValue();
    render(<Markdown text={'![a](https://gone.example/a.png)\n\n![](http://plain.example/b.png)'} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Open image on plain.example' }));
    expect(open).toHaveBeenLastCalledWith('http://plain.example/b.png');
    await userEvent.click(screen.getByRole('button', { name: /Load image from gone/ }));
    screen.getByRole('img').dispatchEvent(new Event('error'));
    expect(await screen.findByText("Couldn't load the image.")).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Open image on gone.example: a' }));
    expect(open).toHaveBeenLastCalledWith('https://gone.example/a.png');
  });

  it.each([
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/>',
    '/functions/v1/admin',
    '//evil.example/x.png',
  ])('is plain text if its URL is invalid: %s', (address) => {
    const { container } = render(<Markdown text={`![x](${address})`} />);
    expect(container.querySelector('img, button')).toBeNull();
  });
});

describe('a generated image', () => {
  const show = (load: ImageLoader) =>
    render(
      <ImageLoaderContext value={load}>
        <Markdown text={`![Three leaves](/functions/v1/images/${id})`} />
      </ImageLoaderContext>,
    );

  it('is loaded by its id, shown, enlarged, offered for download, and released', async () => {
    const load = vi.fn<ImageLoader>().mockResolvedValue(new Blob(['x'], { type: 'image/png' }));
    const { unmount } = show(load);
    expect(await screen.findByRole('img', { name: 'Three leaves' })).toHaveAttribute('src', 'blob:0');
    expect(load).toHaveBeenCalledExactlyOnceWith(id, expect.any(AbortSignal));
    await userEvent.click(screen.getByRole('button', { name: 'Enlarge: Three leaves' }));
    const save = await screen.findByRole('link', { name: 'Download image' });
    expect(save).toHaveAttribute('download', 'three-leaves-3f2504e0.png');
    expect(save).toHaveAttribute('href', 'blob:0');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    unmount();
    expect(revoked).toEqual(['blob:0']);
  });

  it('is copied, and used in the next message', async () => {
    const write = vi.fn<(items: unknown[]) => Promise<void>>().mockResolvedValue();
    vi.stubGlobal(
      'ClipboardItem',
      class {
        readonly items: Record<string, Promise<Blob>>;
        constructor(items: Record<string, Promise<Blob>>) {
          this.items = items;
        }
      },
    );
    const user = userEvent.setup();
    vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { write } } }));
    const use = vi.fn<(file: File) => void>();
    render(
      <AttachPictureContext value={use}>
        <ImageLoaderContext value={async () => new Blob(['x'], { type: 'image/png' })}>
          <Markdown text={`![Three leaves](/functions/v1/images/${id})`} />
        </ImageLoaderContext>
      </AttachPictureContext>,
    );
    await user.click(await screen.findByRole('button', { name: 'Enlarge: Three leaves' }));
    await user.click(await screen.findByRole('button', { name: 'Copy image' }));
    const copied = write.mock.calls[0]?.[0][0] as { items: Record<string, Promise<Blob>> };
    expect(await copied.items['image/png']).toBeInstanceOf(File);
    await user.click(screen.getByRole('button', { name: 'Use in the next message' }));
    const [[used]] = use.mock.calls as [[File]];
    expect([used.name, used.type]).toEqual(['three-leaves-3f2504e0.png', 'image/png']);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows an error if it fails to load, and can be retried', async () => {
    const load = vi
      .fn<ImageLoader>()
      .mockRejectedValueOnce(new Error('404'))
      .mockResolvedValue(new Blob(['x'], { type: 'image/webp' }));
    show(load);
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('img', { name: 'Three leaves' })).toBeVisible();
  });

  it.each(['text/html', 'image/svg+xml', ''])('is refused if its type is "%s"', async (type) => {
    show(async () => new Blob(['<script>alert(1)</script>'], { type }));
    expect(await screen.findByText("Couldn't load the image.")).toBeVisible();
    expect(created).toEqual([]);
  });

  it('is no longer requested after it unmounts', async () => {
    let signal: AbortSignal | undefined;
    const { unmount } = show((_id, given) => {
      signal = given;
      return new Promise(() => {});
    });
    await waitFor(() => expect(signal).toBeDefined());
    unmount();
    expect(signal?.aborted).toBe(true);
  });

  it.each([
    [`/functions/v1/images/${id}`, id],
    [`/functions/v1/images/${id}/../x`, null],
    [`https://evil.example/functions/v1/images/${id}`, null],
    ['/functions/v1/images/x', null],
  ])('accepts only one form of URL: %s', (address, expected) => {
    expect(generatedImageId(address)).toBe(expected);
  });
});
