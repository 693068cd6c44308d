import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { availableCommands } from '../../../../lib/commands.ts';
import { setReplyDisplay } from '../../../../lib/reply-display.ts';
import { fakeSession } from '../../../../testing/fake-service.ts';
import { oneTimeDraftOf } from '../../draft-models.ts';
import { writeDraftParameters } from '../../draft-parameters.ts';
import { type StoredFile, storedFile, storeProjectFiles } from '../../testing/fake-project-files.ts';
import type { ChatModel } from '../../turn/live-turn.ts';
import { openChat } from '../../testing/open-chat.tsx';
import { startPassageWorker as searchHere } from '../../testing/passage-worker.ts';
import { startPassageWorker } from './worker/start.ts';
// Loaded in advance, so that the tests don't time out on a slow machine.
import '../../compare/SendDialog.tsx';
import '../../deferred-parts.ts';
import './FilesNote.tsx';
import './PassagePreview.tsx';
import './send-passages.ts';

// jsdom has no workers.
vi.mock('./worker/start.ts', { spy: true });
beforeEach(() => {
  vi.mocked(startPassageWorker).mockImplementation(searchHere);
  setReplyDisplay(fakeSession().user.id, 'instant');
});

const garden = '00000001-2222-4222-8222-222222222222';
/** Builds a text that is too long to be sent whole. */
const pagesOf = (plant: string) =>
  Array.from({ length: 90 }, (_, page) => `${plant} on page ${page} need water. `.repeat(30)).join('\f');
const files = [
  storedFile(garden, 'roses.pdf', pagesOf('Roses')),
  storedFile(garden, 'ferns.pdf', pagesOf('Ferns')),
];

const small = { id: 'some/model', name: 'Some Model', contextLength: 4_000 };

const openProject = (projectFiles: readonly StoredFile[], model?: ChatModel) =>
  openChat(
    `/chat?project=${garden}`,
    (service) => {
      service.projects.push({
        id: garden,
        name: 'Garden',
        color: 'green',
        updated_at: '2026-11-01T00:00:00Z',
      });
      storeProjectFiles(service, projectFiles);
    },
    {},
    null,
    model,
  );

/** Asks a question in a chat of a project. */
async function ask(projectFiles: readonly StoredFile[] = files, model?: ChatModel) {
  const app = openProject(projectFiles, model);
  await app.user.type(await app.input(), 'Do roses need water?{Enter}');
  const { end } = await app.completion();
  end('They do.');
  await screen.findByText('They do.');
  await waitFor(() => expect(app.service.messages).toHaveLength(2));
  return app;
}

const preview = async () => within(await screen.findByRole('dialog', { name: "From the project's files" }));
const sentTo = ({ messages }: { readonly messages: readonly { readonly content: unknown }[] }) =>
  String(messages[0]?.content).match(/<quotation-\d+ from="\w+/g) ?? [];

describe('what is sent of project files is shown before', () => {
  it('a reply is regenerated, in its menu', async () => {
    const { user, completion, service } = await ask();
    const reply = within((await screen.findByText('They do.')).closest('article')!);
    const requests = service.requests.filter(({ method }) => method !== 'GET').length;
    await user.click(reply.getByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'With project files' }));
    const shown = (await (await preview()).findAllByText(/^Roses on page/)).length;
    expect(service.requests.filter(({ method }) => method !== 'GET')).toHaveLength(requests);
    await user.keyboard('{Escape}');
    await user.click(reply.getByRole('button', { name: 'Regenerate' }));
    expect(sentTo((await completion(1)).request)).toHaveLength(shown);
  });

  it("a reply is regenerated, with its question's persona and not with the next message's", async () => {
    const { user, completion, service, engine } = await ask(files, small);
    const instructions = 'Answer at length. '.repeat(400);
    const { drafts } = engine();
    writeDraftParameters(drafts, oneTimeDraftOf(String(service.chats[0]?.id)), { instructions });
    const reply = within((await screen.findByText('They do.')).closest('article')!);
    await user.click(reply.getByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'With project files' }));
    const shown = (await (await preview()).findAllByText(/^Roses on page/)).length;
    await user.keyboard('{Escape}');
    await user.click(reply.getByRole('button', { name: 'Regenerate' }));
    expect(sentTo((await completion(1)).request)).toHaveLength(shown);
  });

  it('an edited message is sent, for its new text', async () => {
    const { user, completion } = await ask();
    await user.click(screen.getByRole('button', { name: 'Edit message' }));
    const field = screen.getByRole('textbox', { name: 'Edit your message' });
    const form = within(field.closest('form')!);
    await user.clear(field);
    await user.type(field, 'Do ferns need water?');
    await user.click(await form.findByRole('button', { name: 'With project files' }));
    const dialog = await preview();
    const shown = (await dialog.findAllByText(/^Ferns on page/)).length;
    expect(dialog.queryByText(/^Roses on page/)).toBeNull();
    await user.keyboard('{Escape}');
    await user.type(field, '{Enter}');
    const sent = sentTo((await completion(1)).request);
    expect(sent).toEqual(Array.from({ length: shown }, (_, index) => `<quotation-${index + 1} from="ferns`));
  });

  it('a message is sent to several models, for each that gets other parts', async () => {
    const { user, input, completions } = openProject(files, small);
    await user.type(await input(), 'Do roses need water?');
    act(() =>
      availableCommands()
        .find(({ id }) => id === 'compare')
        ?.run(),
    );
    const compare = within(await screen.findByRole('dialog', { name: 'Compare models' }));
    await user.click(compare.getByRole('checkbox', { name: 'Other Model' }));
    await user.click(await compare.findByRole('button', { name: 'With project files' }));
    const dialog = await preview();
    const shown = async (model: string) =>
      within(await dialog.findByRole('list', { name: model })).getAllByRole('listitem').length;
    const [first, other] = [await shown('Some Model'), await shown('Other Model')];
    expect(first).toBeLessThan(other);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
    await user.click(compare.getByRole('button', { name: /^Ask 2 models/ }));
    await waitFor(() => expect(completions).toHaveLength(2));
    expect(completions.map(({ request }) => sentTo(request).length)).toEqual([first, other]);
  });

  it('nothing, if the project has no files', async () => {
    const { user } = await ask([]);
    await user.click(screen.getByRole('button', { name: 'Edit message' }));
    await user.click(
      within((await screen.findByText('They do.')).closest('article')!).getByRole('button', { name: 'More' }),
    );
    expect(await screen.findByRole('menuitem', { name: 'Delete' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'With project files' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'With project files' })).toBeNull();
  });
});

it('the preview stays until the user closes it, even if the files are removed meanwhile', async () => {
  const { user, input, client, service } = openProject(files);
  await user.type(await input(), 'Do roses need water?');
  act(() =>
    availableCommands()
      .find(({ id }) => id === 'compare')
      ?.run(),
  );
  const compare = within(await screen.findByRole('dialog', { name: 'Compare models' }));
  await user.click(await compare.findByRole('button', { name: 'With project files' }));
  await preview();
  storeProjectFiles(service, []);
  await act(() => client.invalidateQueries({ queryKey: ['chat', 'project-files'] }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
