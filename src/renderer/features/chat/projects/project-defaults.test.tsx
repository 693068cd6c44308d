import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { newChatModel, readDraftModel, writeDraftModel } from '../draft-models.ts';
import { readDraftParameters, writeDraftParameters } from '../draft-parameters.ts';
import { newChatDraft } from '../drafts.ts';
import { openChat } from '../testing/open-chat.tsx';
// Loaded in advance, so that the tests don't time out on a slow machine.
import '../deferred-parts.ts';
import './ProjectsPage.tsx';
import '../../../lib/read-library.ts';

const projectId = '00000001-2222-4222-8222-222222222222';
const teacher = {
  id: '77777777-7777-4777-8777-777777777777',
  name: 'Latin teacher',
  color: 'purple',
  instructions: 'Answer in Latin.',
  model_id: 'other/model',
  vendor_id: null,
  parameters: { maxTokens: 300 },
  starters: [],
  revision: 1,
};
const ofTeacher = {
  instructions: 'Answer in Latin.',
  maxTokens: 300,
  persona: { id: teacher.id, name: teacher.name },
};

const openProject = (path: string, project: { persona_id?: string; model_id?: string } = {}) => {
  const chat = openChat(path, (service) => {
    service.projects.push({
      id: projectId,
      name: 'Garden',
      color: 'green',
      updated_at: '2026-11-01T00:00:00Z',
      ...project,
    });
    service.answer('GET /rest/v1/personas', { body: [teacher] });
  });
  return {
    ...chat,
    parameters: () => readDraftParameters(chat.engine().drafts, newChatDraft),
    model: () => readDraftModel(chat.engine().drafts, newChatModel)?.id,
  };
};
const projectPage = `/history?project=${projectId}`;
const newChat = `/chat?project=${projectId}`;

it('is chosen and removed in the settings of the project', async () => {
  const { user, service } = openProject(projectPage);
  await user.click(await screen.findByText('Project settings'));
  const field = await screen.findByLabelText('Persona for new chats');
  expect(field).toHaveDisplayValue('None');
  await user.selectOptions(field, 'Latin teacher');
  await waitFor(() => expect(service.projects[0]?.persona_id).toBe(teacher.id));
  expect(field).toHaveDisplayValue('Latin teacher');
  await user.selectOptions(field, 'None');
  await waitFor(() => expect(service.projects[0]?.persona_id).toBeNull());
});

it('is named as deleted if it no longer exists, and changes no chat', async () => {
  const { user, parameters } = openProject(projectPage, { persona_id: projectId });
  await user.click(await screen.findByText('Project settings'));
  await waitFor(() =>
    expect(screen.getByLabelText('Persona for new chats')).toHaveDisplayValue('Deleted persona'),
  );
  await user.click(screen.getByRole('link', { name: 'New chat in this project' }));
  expect(await screen.findByRole('button', { name: 'Choose a persona' })).toBeVisible();
  expect(parameters()).toBeNull();
});

it('starts new chats in the project with its instructions, parameters and model', async () => {
  const { user, input, service, completion, parameters, model } = openProject(newChat, {
    persona_id: teacher.id,
  });
  await screen.findByRole('button', { name: 'Persona: Latin teacher' });
  expect([parameters(), model()]).toEqual([ofTeacher, 'other/model']);
  await user.type(await input(), 'What is a rose?{Enter}');
  const { request, end } = await completion();
  expect(request).toMatchObject({ maxTokens: 300 });
  expect(request.messages[0]).toEqual({ role: 'system', content: 'Answer in Latin.' });
  end('Rosa.');
  await waitFor(() => expect(service.chats[0]).toMatchObject({ parameters: ofTeacher }));
  expect(service.chats[0]).toMatchObject({ project_id: projectId });
});

it("leaves the model to the project's own, and the next chat outside has neither", async () => {
  const { user, parameters, model } = openProject(newChat, {
    persona_id: teacher.id,
    model_id: 'some/model',
  });
  await screen.findByRole('button', { name: 'Persona: Latin teacher' });
  expect([parameters(), model()]).toEqual([ofTeacher, 'some/model']);
  await user.click(screen.getAllByRole('link', { name: 'Garden' })[0]!);
  await waitFor(() => expect([parameters(), model()]).toEqual([null, undefined]));
});

it("keeps the parameters that the user has entered, and a persona's that they have changed", async () => {
  const { user, engine, parameters } = openProject(projectPage, { persona_id: teacher.id });
  const link = await screen.findByRole('link', { name: 'New chat in this project' });
  const own = { instructions: 'Be brief.' };
  writeDraftParameters(engine().drafts, newChatDraft, own);
  await user.click(link);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Choose a persona' })).toBeVisible());
  expect(parameters()).toEqual(own);
  writeDraftParameters(engine().drafts, newChatDraft, { ...ofTeacher, maxTokens: 500 });
  await user.click((await screen.findAllByRole('link', { name: 'Garden' }))[0]!);
  await screen.findByRole('link', { name: 'New chat in this project' });
  expect(parameters()).toEqual({ ...ofTeacher, maxTokens: 500 });
});

it('is added to a message that was sent before the personas had loaded', async () => {
  const personas = Promise.withResolvers<{ readonly body: readonly object[] }>();
  const { user, input, service, completion } = openProject(newChat, { persona_id: teacher.id });
  service.answer('GET /rest/v1/personas', () => personas.promise);
  await user.type(await input(), 'What is a rose?{Enter}');
  personas.resolve({ body: [teacher] });
  const { request } = await completion();
  expect(request.messages[0]).toEqual({ role: 'system', content: 'Answer in Latin.' });
  expect(request.model).toBe('other/model');
  expect(service.chats[0]).toMatchObject({ parameters: ofTeacher, model_id: 'other/model' });
});

it('leaves an early message the parameters and the model that the user has chosen', async () => {
  const personas = Promise.withResolvers<{ readonly body: readonly object[] }>();
  const { user, input, service, completion, engine } = openProject(newChat, { persona_id: teacher.id });
  service.answer('GET /rest/v1/personas', () => personas.promise);
  const own = { instructions: 'Be brief.' };
  writeDraftParameters(engine().drafts, newChatDraft, own);
  writeDraftModel(engine().drafts, newChatModel, { id: 'some/model', vendorName: null });
  await user.type(await input(), 'What is a rose?{Enter}');
  personas.resolve({ body: [teacher] });
  expect((await completion()).request.model).toBe('some/model');
  expect(service.chats[0]).toMatchObject({ parameters: own, model_id: 'some/model' });
});

it('gives an early message the model of its persona, but keeps the parameters that the user has entered', async () => {
  const personas = Promise.withResolvers<{ readonly body: readonly object[] }>();
  const { user, input, service, completion, engine } = openProject(newChat, { persona_id: teacher.id });
  service.answer('GET /rest/v1/personas', () => personas.promise);
  const own = { instructions: 'Be brief.' };
  writeDraftParameters(engine().drafts, newChatDraft, own);
  await user.type(await input(), 'What is a rose?{Enter}');
  personas.resolve({ body: [teacher] });
  expect((await completion()).request.model).toBe('other/model');
  expect(service.chats[0]).toMatchObject({ parameters: own, model_id: 'other/model' });
});

it('also belongs to a chat that starts with an early quick action', async () => {
  const personas = Promise.withResolvers<{ readonly body: readonly object[] }>();
  const { input, service, engine } = openProject(newChat, { persona_id: teacher.id });
  service.answer('GET /rest/v1/personas', () => personas.promise);
  await input();
  engine().runner.act({
    chatId: crypto.randomUUID(),
    title: 'Roses',
    isNewChat: true,
    text: 'What is a rose?',
    projectId,
    awaitsPersona: true,
    awaitsModel: true,
    action: {
      ask: async () => ({ text: 'Rosa.' }),
      draftKey: 'action',
      succeeded: { title: 'Done' },
      failed: () => ({ title: 'Failed' }),
    },
  });
  personas.resolve({ body: [teacher] });
  await waitFor(() =>
    expect(service.chats[0]).toMatchObject({ parameters: ofTeacher, model_id: 'other/model' }),
  );
});

it('can be loaded again in the settings of the project', async () => {
  const { user, service } = openProject(projectPage, { persona_id: teacher.id });
  service.answer('GET /rest/v1/personas', { status: 400, body: { message: 'broken' } });
  await user.click(await screen.findByText('Project settings'));
  expect(
    await screen.findByText("Couldn't load your personas. Try again.", {}, { timeout: 5_000 }),
  ).toBeVisible();
  service.answer('GET /rest/v1/personas', { body: [teacher] });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() =>
    expect(screen.getByLabelText('Persona for new chats')).toHaveDisplayValue('Latin teacher'),
  );
});
