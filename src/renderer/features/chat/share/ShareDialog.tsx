import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button, ButtonLink } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/dialog/Dialog.tsx';
import { DialogActions } from '../../../components/dialog/DialogActions.tsx';
import { settingsPath } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.tsx';
import { useChatEngine } from '../chat-context.ts';
import { chatQueries } from '../data/queries.ts';
import { readChat } from '../projects/move-chat.ts';
import { CreatedLink, type CreatedShare } from './CreatedLink.tsx';
import { ShareForm } from './ShareForm.tsx';
import styles from './ShareDialog.module.css';
import { readBranch, readSharingRules } from './shares.ts';
import { shareDialogTexts as texts } from './texts.ts';

interface ShareDialogProps {
  readonly chatId: string;
  readonly onClose: () => void;
}

/** Shows exactly what a link would contain, then creates the link. */
export function ShareDialog({ chatId, onClose }: ShareDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const [created, setCreated] = useState<CreatedShare | null>(null);
  return (
    <Dialog title={created ? texts.created.title : texts.title} size="lg" isBusy={isBusy} onClose={onClose}>
      {created ? (
        <CreatedLink share={created} onClose={onClose} />
      ) : (
        <LoadedForm chatId={chatId} onBusy={setBusy} onCreated={setCreated} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface LoadedFormProps extends ShareDialogProps {
  readonly onBusy: (isBusy: boolean) => void;
  readonly onCreated: (share: CreatedShare) => void;
}

function LoadedForm({ chatId, onClose, ...form }: LoadedFormProps) {
  const engine = useChatEngine();
  const client = useQueryClient();
  const { user } = useSession();
  const chat = useQuery({
    queryKey: [...chatQueries.all(), 'share', chatId],
    queryFn: async () => {
      const [rules, found, rows] = await Promise.all([
        readSharingRules(),
        readChat(engine, client, chatId),
        readBranch(chatId),
      ]);
      if (!found) throw new Error('The chat could not be loaded.');
      return { rules, rows, title: found.title };
    },
    // Loaded once, so that neither the preview nor the user's choices change while the dialog is open.
    staleTime: 'static',
    gcTime: 0,
  });
  if (chat.isError)
    return (
      <Notice text={texts.loadFailed} onClose={onClose}>
        <Button onClick={() => void chat.refetch()}>{texts.retry}</Button>
      </Notice>
    );
  if (!chat.data) return <output>{texts.loading}</output>;
  const { rules, rows, title } = chat.data;
  const { audience, mayBeEndless, origin } = rules;
  if (typeof origin === 'string') return <Notice text={texts.unavailable[origin]} onClose={onClose} />;
  if (audience === 'off') return <Notice text={texts.unavailable.off} onClose={onClose} />;
  if (user?.isAnonymous)
    return (
      <Notice text={texts.unavailable.guest} onClose={onClose}>
        <ButtonLink to={settingsPath('general')} onClick={onClose}>
          {texts.account}
        </ButtonLink>
      </Notice>
    );
  return (
    <ShareForm
      {...form}
      chat={{ id: chatId, title, rows }}
      rules={{ audience, mayBeEndless, origin: origin.origin }}
      onClose={onClose}
    />
  );
}

interface NoticeProps {
  readonly text: string;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

function Notice({ text, onClose, children }: NoticeProps) {
  return (
    <div className={styles.form}>
      <p>{text}</p>
      <DialogActions>
        <Button look={children ? 'plain' : 'filled'} onClick={onClose}>
          {texts.close}
        </Button>
        {children}
      </DialogActions>
    </div>
  );
}
