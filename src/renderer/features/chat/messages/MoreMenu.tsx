import { Menu } from '@mantine/core';
import {
  IconBookmark,
  IconBulb,
  IconColumns2,
  IconDots,
  IconGitBranch,
  IconRefresh,
  IconTrash,
  IconVolume,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useContext, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import { instructionsQuery } from '../../../lib/account-instructions.ts';
import { settingsPath } from '../../../lib/paths.ts';
import { compareEntryTexts } from '../compare/entry-texts.ts';
import { useMessageActions } from './actions.ts';
import { conversationOf } from './conversation-of.ts';
import { MenuAnchor } from './MenuAnchor.tsx';
import styles from './MessageBar.module.css';
import { savePromptTexts } from '../prompts/save-texts.ts';
import { messageTexts } from '../texts.ts';
import { replyTexts } from './texts.ts';
import { useChatEngine, useChatScreen } from '../chat-context.ts';
import { rememberEntryTexts } from '../memory/entry-texts.ts';
import { FilesItem, PassagePreview } from '../projects/files/lazy-preview.ts';
import {
  repeatedQuestion,
  ContextSourceContext,
  sourceBefore,
} from '../projects/files/previewed-question.ts';
import type { ChatModel } from '../turn/live-turn.ts';
import type { ShownMessage } from '../turn/shown-messages.ts';

const RememberDialog = lazyComponent(
  async () => (await import('../memory/RememberDialog.tsx')).RememberDialog,
  { look: 'panel' },
);

interface MoreMenuProps {
  readonly message: ShownMessage;
  /** Only set on narrow screens, where the action has no button. */
  readonly onReadAloud?: (() => void) | undefined;
}

/** The menu is mounted when it opens, because mounting thousands of menus would be slow. */
export function MoreMenu(props: MoreMenuProps) {
  const actions = useMessageActions();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  /** The selected text or the message, while the user decides what to remember. */
  const [fact, setFact] = useState<string | null>(null);
  const [isPreviewed, setIsPreviewed] = useState(false);
  if (!actions) return null;
  return (
    <span className={styles.more}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={messageTexts.more}
        title={messageTexts.more}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        // Keeps the selection, which can be remembered.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setIsOpen(true)}
      >
        <IconDots size={16} stroke={1.75} aria-hidden />
      </button>
      {isOpen && (
        <OpenMenu
          {...props}
          button={button}
          onPreview={() => setIsPreviewed(true)}
          onRemember={setFact}
          onClose={() => {
            setIsOpen(false);
            button.current?.focus();
          }}
        />
      )}
      {fact !== null && props.message.chatId && (
        <RememberDialog
          chatId={props.message.chatId}
          messageId={props.message.id}
          text={fact}
          onClose={() => setFact(null)}
        />
      )}
      {isPreviewed && <RegenerationPreview message={props.message} onClose={() => setIsPreviewed(false)} />}
    </span>
  );
}

interface RegenerationPreviewProps {
  readonly message: ShownMessage;
  readonly onClose: () => void;
}

function RegenerationPreview({ message, onClose }: RegenerationPreviewProps) {
  const regeneration = useRegeneration(message);
  return regeneration && <PassagePreview {...regeneration} onClose={onClose} />;
}

/** Returns what regenerating a reply in a project would send. Null for other messages. */
function useRegeneration({ id }: ShownMessage) {
  const source = useContext(ContextSourceContext);
  const { model } = useChatScreen();
  if (!source?.projectId || !model) return null;
  const reply = source.rows.find((row) => row.id === id && row.role === 'assistant');
  const question = reply && source.rows.find((row) => row.id === reply.parentId && row.role === 'user');
  if (!question) return null;
  return {
    projectId: source.projectId,
    question: repeatedQuestion(question),
    source: sourceBefore(source, question),
    models: [model],
  };
}

function selectionBeside(control: HTMLElement | null): string {
  const selection = document.getSelection();
  return control?.closest('article')?.contains(selection?.anchorNode ?? null) ? String(selection) : '';
}

const focusFirst = (item: HTMLButtonElement | null) => item?.focus();

interface OpenMenuProps extends MoreMenuProps {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly onPreview: () => void;
  readonly onRemember: (text: string) => void;
  readonly onClose: () => void;
}

function OpenMenu({ message, onReadAloud, button, onPreview, onRemember, onClose }: OpenMenuProps) {
  const { id: messageId, content } = message;
  const isReply = message.role !== 'user';
  const navigate = useNavigate();
  const actions = useMessageActions();
  const { models = [] } = useChatScreen();
  const regeneration = useRegeneration(message);
  const [isChoosing, setIsChoosing] = useState(false);
  // Loaded only if this device has no copy.
  const { data: account } = useQuery({
    ...instructionsQuery(useChatEngine().userId),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [selected] = useState(() => selectionBeside(button.current));
  if (!actions) return null;
  const { compare, fork } = actions;
  const regenerate = (model: ChatModel) => {
    conversationOf(button.current)?.focus();
    void actions.regenerate(messageId, model);
  };
  const remove = async () => {
    // Must be looked up before the message and its button disappear.
    const conversation = conversationOf(button.current);
    if (await actions.remove(messageId)) conversation?.focus();
  };
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      shadow="md"
      width={200}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <MenuAnchor label={messageTexts.more} />
      </Menu.Target>
      {isChoosing ? (
        <Menu.Dropdown className={styles.models}>
          <Menu.Label>{replyTexts.regenerateWith}</Menu.Label>
          {models.map((model, index) => (
            <Menu.Item
              key={`${model.vendor?.name} ${model.id}`}
              ref={index === 0 ? focusFirst : undefined}
              onClick={() => regenerate(model)}
            >
              {model.name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      ) : (
        <Menu.Dropdown>
          {isReply && models.length > 1 && (
            <Menu.Item
              closeMenuOnClick={false}
              disabled={actions.isBusy}
              leftSection={<IconRefresh size={16} />}
              onClick={() => setIsChoosing(true)}
            >
              {replyTexts.regenerateWith}
            </Menu.Item>
          )}
          {regeneration && <FilesItem projectId={regeneration.projectId} onOpen={onPreview} />}
          {isReply && compare && models.length > 1 && (
            <Menu.Item leftSection={<IconColumns2 size={16} />} onClick={() => void compare(messageId)}>
              {compareEntryTexts.replies}
            </Menu.Item>
          )}
          {onReadAloud && (
            <Menu.Item leftSection={<IconVolume size={16} />} onClick={onReadAloud}>
              {messageTexts.readAloud}
            </Menu.Item>
          )}
          {!isReply && content !== '' && (
            <Menu.Item
              leftSection={<IconBookmark size={16} />}
              onClick={() => void navigate(settingsPath('prompts'), { state: { promptText: content } })}
            >
              {savePromptTexts.save}
            </Menu.Item>
          )}
          {fork && account?.uses_memory && message.chatId && (
            <Menu.Item leftSection={<IconBulb size={16} />} onClick={() => onRemember(selected || content)}>
              {rememberEntryTexts.open}
            </Menu.Item>
          )}
          {fork && (
            <Menu.Item leftSection={<IconGitBranch size={16} />} onClick={() => void fork(messageId)}>
              {messageTexts.fork}
            </Menu.Item>
          )}
          <Menu.Item
            className={styles.delete}
            disabled={actions.isBusy}
            leftSection={<IconTrash size={16} />}
            onClick={() => void remove()}
          >
            {messageTexts.delete}
          </Menu.Item>
        </Menu.Dropdown>
      )}
    </Menu>
  );
}
