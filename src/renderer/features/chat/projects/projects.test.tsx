import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { newChatModel, readDraftModel } from '../draft-models.ts';
import type { FakeChats, StoredProject } from '../testing/fake-chats.ts';
import { openChat } from '../testing/open-chat.tsx';
import { chatId, storedChat } from '../testing/stored-chats.ts';
// Loaded in advance, so that the tests don't time out on a slow machine.
import '../deferred-parts.ts';
import './ProjectsPage.tsx';
import '../history/HistoryPage.tsx';

const projectId = (n: number) => `${String(n).padStart(8, '0')}-2222-4222-8222-222222222222`;
const project = (n: number, name: string, change: Partial<StoredProject> = {}): StoredProject => ({
  id: projectId(n),
  name,
  color: 'green',
  updated_at: '2026-11-01T00:00:00Z',
  ...change,
});
const inGarden = { project_id: projectId(1) };
const withGarden = ({ chats, projects }: FakeChats) => {
  projects.push(project(1, 'Garden'), project(2, 'Kitchen'));
  chats.push(storedChat(1, 'Roses', 0, inGarden), storedChat(2, 'Bread'), storedChat(3, 'Milk'));
};
const group = async () => within(await screen.findByRole('region', { name: 'Projects' }));
const sidebar = () => within(screen.getByRole('navigation', { name: 'Chats' }));
const row = (title: string) => screen.findByRole('button', { name: new RegExp(`^${title}`) });
const gardenPage = `/history?project=${projectId(1)}`;
type User = ReturnType<typeof openChat>['user'];
const pick = async (user: User, menu: string, entry: string) => {
  await user.click(screen.getByRole('button', { name: menu }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
};
const listed = async () => {
  const list = await screen.findByRole('list', { name: 'Chats' });
  return within(list)
    .getAllByRole('listitem')
    .map((item) => within(item).getByRole('link').textContent);
};

describe('projects in the sidebar', () => {
  it('are a single button until the first project is created', async () => {
    const { user, service, address } = openChat();
    await user.click(await screen.findByRole('button', { name: 'New project' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New project' }));
    await user.type(dialog.getByLabelText('Name'), '   ');
    await user.click(dialog.getByRole('button', { name: 'Create project' }));
    expect(dialog.getByText('Enter a name.')).toBeVisible();
    expect(service.projects).toEqual([]);
    await user.type(dialog.getByLabelText('Name'), 'Garden\u202E ');
    await user.click(dialog.getByRole('radio', { name: 'Blue' }));
    await user.click(dialog.getByRole('button', { name: 'Create project' }));
    await waitFor(() => expect(service.projects).toMatchObject([{ name: 'Garden', color: 'blue' }]));
    await waitFor(() => expect(address()).toBe(`/history?project=${service.projects[0]?.id}`));
    expect(await (await group()).findByRole('link', { name: 'Garden' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    // Unfolded, because nothing else says that a project has instructions.
    expect(await screen.findByLabelText('Instructions')).toBeVisible();
  });

  it('keep what was typed if the service refuses', async () => {
    const { user, service } = openChat();
    service.answer('POST /rest/v1/projects', {
      status: 400,
      body: { code: 'P0001', hint: 'limit', message: 'You can keep 10 projects.', details: null },
    });
    await user.click(await screen.findByRole('button', { name: 'New project' }));
    await user.type(await screen.findByLabelText('Name'), 'Garden');
    await user.click(screen.getByRole('button', { name: 'Create project' }));
    expect(await screen.findByText('You can keep 10 projects.')).toBeVisible();
    expect(screen.getByLabelText('Name')).toHaveValue('Garden');
  });

  it('hide their chats from the list of chats, except pinned ones', async () => {
    openChat('/chat', (fake) => {
      withGarden(fake);
      fake.chats.push(storedChat(4, 'Tulips', 0, { ...inGarden, pinned_at: '2026-11-01T00:00:00Z' }));
    });
    await row('Tulips');
    await row('Bread');
    expect(sidebar().queryByText('Roses')).toBeNull();
  });

  it('mark the project of the open chat, which the list of chats leaves out', async () => {
    openChat(`/chat?id=${chatId(1)}`, withGarden);
    const garden = await (await group()).findByRole('link', { name: 'Garden' });
    await waitFor(() => expect(garden).toHaveAttribute('aria-current', 'true'));
    expect((await group()).getByRole('link', { name: 'Kitchen' })).not.toHaveAttribute('aria-current');
  });

  it('are linked from the list of chats if it is empty', async () => {
    openChat('/chat', (fake) => {
      withGarden(fake);
      fake.chats.splice(1);
    });
    expect(await screen.findByText('No other chats')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Chats in projects' })).toHaveAttribute(
      'href',
      '/history?project=all',
    );
  });

  it('are renamed, archived and shown again', async () => {
    const { user, service } = openChat('/history?project=all', withGarden);
    await (await group()).findByRole('link', { name: 'Garden' });
    await user.click((await group()).getByRole('button', { name: 'Options for project Garden' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit name and color' }));
    const name = await screen.findByLabelText('Name');
    await user.clear(name);
    await user.type(name, 'Balcony');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(service.projects[0]?.name).toBe('Balcony'));
    // Only the name was sent, so that another device's new color is kept.
    expect(service.to('/rest/v1/projects').findLast(({ method }) => method === 'PATCH')?.body).toEqual({
      name: 'Balcony',
    });
    await user.click((await group()).getByRole('button', { name: 'Options for project Balcony' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Archive' }));
    await waitFor(async () => expect((await group()).queryByRole('link', { name: 'Balcony' })).toBeNull());
    expect(service.projects[0]?.archived_at).toMatch(/^20/);
  });
});

describe('moving a chat', () => {
  it('takes it out of the list immediately, and Undo brings it back', async () => {
    const { user, service } = openChat('/chat', withGarden);
    await row('Bread');
    await pick(user, 'Options for Bread', 'Move to project…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Move to project' }));
    await user.click(await dialog.findByRole('button', { name: 'Kitchen' }));
    expect(await screen.findByText('Chat moved: Bread')).toBeVisible();
    await waitFor(() => expect(sidebar().queryByText('Bread')).toBeNull());
    await waitFor(() => expect(service.chats[1]?.project_id).toBe(projectId(2)));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await row('Bread')).toBeVisible();
    await waitFor(() => expect(service.chats[1]?.project_id).toBe('blue_clover'));
  });

  it('works by dragging, and ignores files', async () => {
    const { service } = openChat('/chat', withGarden);
    const chat = (await row('Bread')).closest('li')!;
    const target = (await (await group()).findByRole('link', { name: 'Kitchen' })).closest('li')!;
    const data = new Map<string, string>();
    const dataTransfer = {
      setData: (type: string, value: string) => data.set(type, value),
      getData: (type: string) => data.get(type) ?? '',
      get types() {
        return [...data.keys()];
      },
    };
    fireEvent.drop(target, { dataTransfer: { types: ['Files'], getData: () => chatId(2) } });
    fireEvent.dragStart(chat, { dataTransfer });
    fireEvent.dragOver(target, { dataTransfer });
    expect(target).toHaveAttribute('data-target');
    expect(service.chats[1]?.project_id).toBe('blue_clover');
    fireEvent.drop(target, { dataTransfer });
    await waitFor(() => expect(service.chats[1]?.project_id).toBe(projectId(2)));
  });

  it('is undone on the screen, with the reason, if the project no longer exists', async () => {
    const { user, service } = openChat('/chat', withGarden);
    await row('Bread');
    await pick(user, 'Options for Bread', 'Move to project…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Move to project' }));
    const option = await dialog.findByRole('button', { name: 'Kitchen' });
    service.projects.splice(1, 1);
    await user.click(option);
    expect(await screen.findByText("Couldn't move the chat")).toBeVisible();
    expect(await row('Bread')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Chat moved: Bread')).toBeNull());
  });

  it('waits without a connection, and is sent in order when it is back', async () => {
    const { user, service, engine } = openChat('/chat', withGarden);
    await row('Bread');
    service.setOffline(true);
    await pick(user, 'Options for Bread', 'Move to project…');
    await user.click(await screen.findByRole('button', { name: 'Kitchen' }));
    await waitFor(() => expect(sidebar().queryByText('Bread')).toBeNull());
    expect(service.chats[1]?.project_id).toBe('blue_clover');
    service.setOffline(false);
    await act(() => engine().outbox.run());
    await waitFor(() => expect(service.chats[1]?.project_id).toBe(projectId(2)));
  });
});

describe("a project's page", () => {
  it('lists its chats, and leaves the others out', async () => {
    const { address, user, service } = openChat(gardenPage, withGarden);
    await screen.findByRole('heading', { level: 1, name: 'Garden' });
    await screen.findByRole('checkbox', { name: 'Select: Roses' });
    expect(await listed()).toEqual([expect.stringMatching(/^Roses/)]);
    const isLimited = ({ search }: { readonly search: string }) =>
      search.includes(`project_id=eq.${projectId(1)}`);
    expect(service.to('/rest/v1/chat_history').some(isLimited)).toBe(true);
    await user.click(screen.getByRole('link', { name: /^Roses/ }));
    await waitFor(() => expect(address()).toBe(`/chat?id=${chatId(1)}`));
    const main = within(await screen.findByRole('region', { name: 'Roses' }));
    expect(await main.findByRole('link', { name: 'Garden' })).toBeVisible();
  });

  it('opens its chats without a connection', async () => {
    const { user, service, address } = openChat(gardenPage, withGarden);
    await screen.findByRole('checkbox', { name: 'Select: Roses' });
    service.setOffline(true);
    await user.click(screen.getByRole('link', { name: /^Roses/ }));
    await waitFor(() => expect(address()).toBe(`/chat?id=${chatId(1)}`));
    expect(await screen.findByRole('heading', { level: 1, name: 'Roses' })).toBeVisible();
  });

  it('searches in the project only', async () => {
    const { user, service } = openChat(gardenPage, withGarden);
    await user.type(await screen.findByRole('searchbox', { name: 'Search in this project' }), 'thorn');
    await waitFor(() =>
      expect(service.to('/rest/v1/rpc/search_messages').at(-1)?.body).toEqual({
        query: 'thorn',
        max_results: 100,
        project: projectId(1),
      }),
    );
  });

  it('has no search without chats', async () => {
    openChat(`/history?project=${projectId(2)}`, withGarden);
    expect(await screen.findByText('No chats in this project yet')).toBeVisible();
    expect(screen.queryByRole('searchbox', { name: 'Search in this project' })).toBeNull();
  });

  it('starts a chat inside it, with its model and instructions', async () => {
    const { user, service, input, address, completion, engine } = openChat(gardenPage, (fake) => {
      withGarden(fake);
      Object.assign(fake.projects[0]!, { model_id: 'other/model', instructions: 'Answer in Latin.' });
    });
    await user.click(await screen.findByRole('link', { name: 'New chat in this project' }));
    await waitFor(() => expect(address()).toBe(`/chat?project=${projectId(1)}`));
    const selected = () => readDraftModel(engine().drafts, newChatModel)?.id;
    await waitFor(() => expect(selected()).toBe('other/model'));
    await user.type(await input(), 'How tall?{Enter}');
    await waitFor(() => expect(service.chats.at(-1)).toMatchObject({ project_id: projectId(1) }));
    const reply = await completion();
    expect(reply.request.messages[0]).toEqual({ role: 'system', content: 'Answer in Latin.' });
    reply.end('Two meters');
    await waitFor(() => expect(address()).toBe(`/chat?id=${service.chats.at(-1)?.id}`));
    expect(sidebar().queryByText('How tall?')).toBeNull();
    expect(selected()).toBeUndefined();
  });

  it('sends its instructions with a waiting message, although no loaded list contains the chat', async () => {
    const { completion, engine } = openChat('/chat', (fake) => {
      withGarden(fake);
      Object.assign(fake.projects[0]!, { instructions: 'Answer in Latin.' });
    });
    await row('Bread');
    const model = { id: 'some/model', name: 'Some Model' };
    act(() =>
      engine().queue.send({ chatId: chatId(1), title: 'Roses', isNewChat: false, text: 'How tall?', model }),
    );
    const { request, end } = await completion();
    expect(request.messages[0]?.content).toBe('Answer in Latin.');
    expect(request.reply?.instructions).toEqual(['project']);
    end('Two meters');
  });

  it('has instructions that the context meter counts', async () => {
    openChat(`/chat?id=${chatId(1)}`, (fake) => {
      withGarden(fake);
      Object.assign(fake.projects[0]!, { instructions: 'a'.repeat(16_000) });
    });
    // 4,000 of 7,192 tokens.
    expect(await screen.findByText("About 56% of the model's limit used")).toBeVisible();
  });

  it('starts a chat inside it although a temporary chat and a waiting one are open', async () => {
    const { user, service, input, address } = openChat('/chat', withGarden);
    const newChat = async () => {
      await user.click((await group()).getByRole('link', { name: 'Garden' }));
      await user.click(await screen.findByRole('link', { name: 'New chat in this project' }));
      expect(await input()).toHaveValue('');
    };
    await user.click(await screen.findByRole('button', { name: 'Temporary chat' }));
    expect(await screen.findByRole('button', { name: 'End chat' })).toBeVisible();
    await newChat();
    expect(screen.queryByRole('button', { name: 'End chat' })).toBeNull();
    service.setOffline(true);
    await user.type(await input(), 'How tall?{Enter}');
    expect(await row('How tall?')).toBeVisible();
    await newChat();
    expect(address()).toBe(`/chat?project=${projectId(1)}`);
    expect((await input()).closest('#conversation')).not.toHaveTextContent('How tall?');
  });

  it('stores the message outside the project if it was deleted meanwhile, and says so', async () => {
    const { user, service, input } = openChat(`/chat?project=${projectId(1)}`, withGarden);
    const field = await input();
    service.projects.splice(0, 1);
    await user.type(field, 'Not lost{Enter}');
    await waitFor(() => expect(service.messages.at(-1)?.content).toBe('Not lost'));
    expect(service.chats.at(-1)).toMatchObject({ project_id: 'blue_clover' });
    expect(await screen.findByText('Your new chat is no longer in a project.')).toBeVisible();
    expect(await row('Not lost')).toBeVisible();
  });

  it('saves instructions, but does not overwrite those of another device unseen', async () => {
    const { user, service } = openChat(gardenPage, withGarden);
    await user.click(await screen.findByText('Project settings'));
    const field = await screen.findByLabelText('Instructions');
    await user.type(field, 'Answer in Latin.');
    service.projects[0]!.instructions = 'Answer in Greek.';
    await user.click(screen.getByRole('button', { name: 'Save instructions' }));
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByLabelText('Instructions from the other device')).toHaveValue('Answer in Greek.');
    expect(field).toHaveValue('Answer in Latin.');
    expect(service.projects[0]?.instructions).toBe('Answer in Greek.');
    await user.click(screen.getByRole('button', { name: 'Keep my version' }));
    await waitFor(() => expect(service.projects[0]?.instructions).toBe('Answer in Latin.'));
  });

  it('refuses instructions that are too long, and keeps them', async () => {
    openChat(gardenPage, withGarden);
    const field = await screen.findByLabelText('Instructions');
    fireEvent.change(field, { target: { value: 'a'.repeat(100_000) } });
    expect(screen.getByText(/^100,000 of 8,000 characters/)).toBeInTheDocument();
    expect(screen.getByText('Save instructions')).toBeDisabled();
    expect(field).toHaveValue('a'.repeat(100_000));
    fireEvent.click(screen.getByText('Discard changes'));
    expect(field).toHaveValue('');
  });

  it.each([
    ['Keep chats', 'blue_clover'],
    ['Delete 1 chat too', undefined],
  ])('is deleted with %j', async (button, place) => {
    const { user, service, address } = openChat(gardenPage, (fake) => {
      withGarden(fake);
      fake.answer('HEAD /rest/v1/chat_history', { headers: { 'content-range': '*/1' } });
      fake.answer('DELETE /rest/v1/chat_history', ({ search }) => {
        const deleted = fake.chats.filter(({ id }) => search.includes(id));
        for (const chat of deleted) fake.chats.splice(fake.chats.indexOf(chat), 1);
        return { body: deleted.map(({ id }) => ({ id })) };
      });
    });
    await screen.findByRole('heading', { level: 1, name: 'Garden' });
    const main = within(screen.getByRole('region', { name: 'Garden' }));
    await user.click(main.getByRole('button', { name: 'Options for project Garden' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete project "Garden"?' }));
    await user.click(await dialog.findByRole('button', { name: button }));
    await waitFor(() => expect(service.projects).toHaveLength(1));
    expect(service.chats.find(({ title }) => title === 'Roses')?.project_id).toBe(place);
    expect(service.chats.map(({ title }) => title)).toEqual(expect.arrayContaining(['Bread', 'Milk']));
    await waitFor(() => expect(address()).toBe('/history?project=all'));
  });

  it('says when it was deleted elsewhere', async () => {
    openChat(`/history?project=${projectId(9)}`, withGarden);
    expect(await screen.findByText(/^This project no longer exists/)).toBeVisible();
  });
});

describe('the history', () => {
  it('names the project of each chat, and can show the chats of one project', async () => {
    const { user, service, address } = openChat('/history', withGarden);
    await waitFor(async () =>
      expect((await listed()).map((text) => text?.replace(/Today$/, ''))).toEqual([
        'RosesGarden',
        'Bread',
        'Milk',
      ]),
    );
    await user.selectOptions(screen.getByLabelText('Project'), 'Garden');
    await waitFor(async () => expect(await listed()).toHaveLength(1));
    expect(address()).toBe(`/history?in=${projectId(1)}`);
    expect(service.to('/rest/v1/chat_history').at(-1)?.search).toContain(`project_id=eq.${projectId(1)}`);
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(async () => expect(await listed()).toHaveLength(3));
  });

  it('has no matching chats if the project in the URL has none', async () => {
    const { user } = openChat(`/history?in=${projectId(2)}`, withGarden);
    expect(await screen.findByText('No matching chats')).toBeVisible();
    expect(screen.getByLabelText('Project')).toHaveDisplayValue('Kitchen');
    await user.selectOptions(screen.getByLabelText('Project'), 'Any project');
    await waitFor(async () => expect(await listed()).toHaveLength(3));
  });

  it('says that the project in the URL is deleted only once the projects are loaded', async () => {
    const loaded = Promise.withResolvers<void>();
    openChat(`/history?in=${projectId(3)}`, (service) => {
      withGarden(service);
      service.answer('GET /rest/v1/projects', () => loaded.promise.then(() => ({ body: [] })));
    });
    const field = await screen.findByLabelText('Project');
    expect(field).toHaveDisplayValue('Loading');
    loaded.resolve();
    await waitFor(() => expect(field).toHaveDisplayValue('Project deleted'));
  });
});
