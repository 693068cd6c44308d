import { IconBookmark, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Button } from '../../../components/Button.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { showUndo } from '../../../components/undo-toast.ts';
import { useSession } from '../../../lib/session.tsx';
import { hideToast } from '../../../lib/toast.ts';
import { useOpenDialog } from '../dialog/DialogHost.tsx';
import { FormDialog } from '../dialog/FormDialog.tsx';
import { useFields } from '../fields/use-fields.ts';
import { viewTexts as texts } from '../texts.ts';
import { filtersOf, maxViews, readViews, type SavedView, type ViewsPage, writeViews } from './saved-views.ts';
import styles from './SavedViews.module.css';

export function SavedViews({ page }: { readonly page: ViewsPage }) {
  const userId = useSession().user?.id;
  return userId !== undefined && <Views key={userId} userId={userId} page={page} />;
}

function Views({ userId, page }: { readonly userId: string; readonly page: ViewsPage }) {
  const [params] = useSearchParams();
  const [views, setViews] = useState(() => readViews(userId, page));
  const openDialog = useOpenDialog();
  const current = filtersOf(params);
  const change = (next: readonly SavedView[]) => {
    writeViews(userId, page, next);
    setViews(next);
  };
  const remove = (view: SavedView) => {
    change(views.filter((each) => each !== view));
    showUndo(texts.removed({ name: view.name }), () => change(views), { id: 'views' });
  };
  const save = (name: string) => {
    // Undo would also remove the new view.
    hideToast('views');
    change([...views.filter((view) => view.name !== name), { name, search: current }]);
  };
  const isSaved = views.some(({ search }) => search === current);
  return (
    <>
      {(views.length > 0 || current !== '') && (
        <nav className={styles.views} aria-label={texts.list}>
          {views.map((view) => (
            <span key={view.name} className={styles.view}>
              <Link
                to={`?${view.search}`}
                className={styles.link}
                aria-current={view.search === current || undefined}
              >
                {view.name}
              </Link>
              <button
                type="button"
                className={styles.remove}
                aria-label={texts.remove({ name: view.name })}
                onClick={() => remove(view)}
              >
                <IconX size={14} stroke={1.75} aria-hidden />
              </button>
            </span>
          ))}
          {current !== '' && !isSaved && (
            <Button
              look="plain"
              size="small"
              disabled={views.length >= maxViews}
              onClick={() => openDialog(<SaveViewDialog onSave={save} />)}
            >
              <IconBookmark size={16} stroke={1.75} aria-hidden />
              {views.length >= maxViews ? texts.full : texts.save}
            </Button>
          )}
        </nav>
      )}
    </>
  );
}

/** A new view replaces an old one with the same name. */
function SaveViewDialog({ onSave }: { readonly onSave: (name: string) => void }) {
  const { values, text } = useFields({ name: '' });
  const name = values.name.trim();
  return (
    <FormDialog
      title={texts.title}
      action={useMutation({ mutationFn: async (given: string) => onSave(given) })}
      check={() => (name === '' ? texts.noName : null)}
      read={() => name}
    >
      <TextField
        {...text('name')}
        label={texts.name}
        hint={texts.hint}
        maxLength={60}
        autoComplete="off"
        data-autofocus
      />
    </FormDialog>
  );
}
