import { useState } from 'react';
import type { CuratedModel } from '../../../../shared/admin/models.ts';
import { Button } from '../../../components/Button.tsx';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { DialogText } from '../dialog/ConsoleDialog.tsx';
import { dialogTexts } from '../dialog/texts.ts';
import { type OpenedDialog, useDialog } from '../dialog/use-dialog.ts';
import { Badge } from '../feedback/Badge.tsx';
import { Nothing } from '../feedback/Listing.tsx';
import { OrderButtons } from '../order/OrderButtons.tsx';
import { stepped } from '../order/placed.ts';
import { useDragOrder } from '../order/use-drag-order.ts';
import { useDeleteModel, useOrderModels } from './data.ts';
import { flags, newModel } from './model.ts';
import { ModelDialog } from './ModelDialog.tsx';
import styles from './ModelsPage.module.css';
import { modelTexts as texts } from './texts.ts';

/** The models of the selector in their order [ADMIN-013, ADMIN-028]. */
export function SelectorModels({ models }: { readonly models: readonly CuratedModel[] }) {
  const order = useOrderModels();
  const [said, setSaid] = useState('');
  const editing = useDialog<{ readonly model: CuratedModel; readonly isNew: boolean }>();
  const removing = useDialog<CuratedModel>();
  const ids = models.map(({ model_id }) => model_id);
  // The order on screen is not the service's until it has answered: a second move would undo the first.
  const save = order.isPending
    ? null
    : (next: readonly string[], moved?: CuratedModel) => {
        order.mutate(next);
        if (moved) setSaid(texts.movedTo(moved.display_name, next.indexOf(moved.model_id) + 1));
      };
  const drag = useDragOrder(ids, save && ((next) => save(next)));
  const step = (model: CuratedModel, by: -1 | 1) => {
    const next = stepped(ids, model.model_id, by);
    return next && save ? () => save(next, model) : null;
  };
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <div>
          <h2 className={styles.title}>{texts.selector}</h2>
          <p className={styles.note}>{texts.selectorNote}</p>
        </div>
        <Button onClick={() => editing.open({ model: newModel(), isNew: true })}>{texts.add}</Button>
      </div>
      {models.length === 0 ? (
        <Nothing title={texts.none} text={texts.noneHint} />
      ) : (
        <ol className={styles.models}>
          {models.map((model) => {
            const { model_id, display_name } = model;
            return (
              <li key={model_id} className={styles.model} {...drag.place(model_id)}>
                <OrderButtons
                  up={texts.up(display_name)}
                  down={texts.down(display_name)}
                  onUp={step(model, -1)}
                  onDown={step(model, 1)}
                  handle={drag.handle(model_id)}
                />
                <span className={styles.names}>
                  <span className={styles.name}>
                    {display_name}
                    {flags
                      .filter((flag) => model[flag])
                      .map((flag) => (
                        <Badge key={flag} tone={flag === 'is_default' ? 'good' : 'neutral'}>
                          {texts.flags[flag]}
                        </Badge>
                      ))}
                  </span>
                  <code className={styles.id}>{model_id}</code>
                </span>
                <span className={styles.ways}>
                  <Button
                    look="outlined"
                    size="small"
                    aria-label={texts.of(texts.edit, display_name)}
                    onClick={() => editing.open({ model, isNew: false })}
                  >
                    {texts.edit}
                  </Button>
                  <Button
                    look="plain"
                    size="small"
                    aria-label={texts.of(texts.remove, display_name)}
                    onClick={() => removing.open(model)}
                  >
                    {texts.remove}
                  </Button>
                </span>
              </li>
            );
          })}
        </ol>
      )}
      <output className="visually-hidden">{said}</output>
      {editing.opened && (
        <ModelDialog
          key={editing.opened.opening}
          {...editing.opened.subject}
          isOpen={editing.opened.isOpen}
          onClose={editing.close}
          onGone={editing.gone}
        />
      )}
      {removing.opened && (
        <RemoveDialog
          key={removing.opened.opening}
          opened={removing.opened}
          onClose={removing.close}
          onGone={removing.gone}
        />
      )}
    </section>
  );
}

interface RemoveDialogProps {
  readonly opened: OpenedDialog<CuratedModel>;
  readonly onClose: () => void;
  readonly onGone: () => void;
}

function RemoveDialog({ opened: { subject: model, isOpen }, onClose, onGone }: RemoveDialogProps) {
  const remove = useDeleteModel();
  return (
    <ConfirmDialog
      title={texts.removeTitle(model.display_name)}
      isOpen={isOpen}
      confirm={texts.removeConfirm}
      busy={texts.removing}
      cancel={dialogTexts.cancel}
      isBusy={remove.isPending}
      isDangerous
      error={remove.error}
      onConfirm={() => remove.mutate(model, { onSuccess: onClose })}
      onClose={onClose}
      onGone={onGone}
    >
      <DialogText>{texts.removeText}</DialogText>
    </ConfirmDialog>
  );
}
