import { render, screen, waitFor } from '@testing-library/react';
import { useContext, useEffect, useState } from 'react';
import { expect, it } from 'vitest';
import { startFakeService } from '../../../testing/fake-service.ts';
import { storeSession } from '../../../testing/render-app.tsx';
import { ImageLoaderContext } from './ImageLoader.ts';

const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const path = `/functions/v1/images/${id}`;

function Loaded() {
  const load = useContext(ImageLoaderContext);
  const [type, setType] = useState('');
  useEffect(() => {
    load(id, new AbortController().signal).then(
      (blob) => setType(blob.type),
      () => setType('failed'),
    );
  }, [load]);
  return <output>{type}</output>;
}

it('loads an image again if the browser has kept its encrypted form', async () => {
  const service = startFakeService();
  storeSession();
  service.answer(`GET ${path}`, () => ({
    body: 'content',
    headers: {
      'content-type': service.to(path).length === 1 ? 'application/vnd.clover.encrypted' : 'image/png',
    },
  }));
  render(<Loaded />);
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('image/png'));
  expect(service.to(path)).toHaveLength(2);
});

it('requests an image that does not exist once', async () => {
  const service = startFakeService();
  storeSession();
  service.answer(`GET ${path}`, { status: 404, body: {} });
  render(<Loaded />);
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('failed'));
  expect(service.to(path)).toHaveLength(1);
});
