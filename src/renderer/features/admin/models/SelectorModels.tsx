import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { CuratedModel } from '../../../../shared/admin/models.ts';
import { Button } from '../../../components/Button.tsx';
import { paths } from '../../../lib/paths.ts';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { DialogText } from '../dialog/ConsoleDialog.tsx';
import { useOpenDialog } from '../dialog/DialogHost.tsx';
import { Badge } from '../feedback/Badge.tsx';
import { EmptyState } from '../feedback/QueryView.tsx';
import { moveBy } from '../order/move.ts';
import { OrderButtons } from '../order/OrderButtons.tsx';
import { useDragOrder } from '../order/use-drag-order.ts';
import { Section } from '../shell/ConsoleScreen.tsx';
import { AccessBadge } from './AccessBadge.tsx';
import { modelFlags, newModel } from './model.ts';
import { ModelButtons } from './ModelButtons.tsx';
import { ModelDialog } from './ModelDialog.tsx';
import styles from './ModelsPage.module.css';
import type { PlanAccess } from './plan-access.ts';
import { useDeleteModel, useOrderModels } from './queries.ts';
import { modelTexts as texts } from './texts.ts';

interface SelectorModelsProps {
  readonly models: readonly CuratedModel[];
  /** Null until the active vendor is known, or if there is none. */
  readonly access: PlanAccess | null;
}

export function SelectorModels({ models, access }: SelectorModelsProps) {
  const order = useOrderModels();
  const openDialog = useOpenDialog();
  const [announcement, setAnnouncement] = useState('');
  // The models of a provider without a list are unknown.
  const hasCounts = access === null || access.all > 0;
  const ids = models.map(({ model_id }) => model_id);
  // Only one move at a time, because the next move needs the confirmed order.
  const canMove = !order.isPending;
  const drag = useDragOrder(ids, canMove ? (next) => order.mutate(next) : null);
  const move = ({ model_id, display_name }: CuratedModel, by: -1 | 1) => {
    const next = moveBy(ids, model_id, by);
    if (next === null || !canMove) return null;
    return () => {
      order.mutate(next);
      setAnnouncement(texts.movedTo({ name: display_name, place: next.indexOf(model_id) + 1 }));
    };
  };
  return (
    <Section
      title={texts.selector}
      note={
        <>
          {noteOf(access)} {hasCounts && <Link to={`${paths.admin}/settings`}>{texts.toNumber}</Link>}
        </>
      }
      actions={
        <Button onClick={() => openDialog(<ModelDialog model={newModel()} isNew />)}>{texts.add}</Button>
      }
    >
      {models.length === 0 ? (
        <EmptyState {...texts.empty} />
      ) : (
        <ol className={styles.models}>
          {models.map((model) => {
            const { model_id, display_name } = model;
            return (
              <li key={model_id} className={styles.model} {...drag.place(model_id)}>
                <OrderButtons
                  up={texts.up({ name: display_name })}
                  down={texts.down({ name: display_name })}
                  onUp={move(model, -1)}
                  onDown={move(model, 1)}
                  handle={drag.handle(model_id)}
                />
                <span className={styles.names}>
                  <span className={styles.name}>
                    {display_name}
                    {modelFlags
                      .filter((flag) => model[flag])
                      .map((flag) => (
                        <Badge key={flag} tone={flag === 'is_default' ? 'good' : 'neutral'}>
                          {texts.flags[flag]}
                        </Badge>
                      ))}
                    {access && hasCounts && <AccessBadge access={access} list="curated" modelId={model_id} />}
                  </span>
                  <code>{model_id}</code>
                </span>
                <ModelButtons
                  name={display_name}
                  onEdit={() => openDialog(<ModelDialog model={model} isNew={false} />)}
                  onRemove={() => openDialog(<RemoveDialog model={model} />)}
                />
              </li>
            );
          })}
        </ol>
      )}
      <output className="visually-hidden">{announcement}</output>
    </Section>
  );
}

function noteOf(access: PlanAccess | null): string {
  if (access === null) return texts.selectorNote;
  const { vendor, source, all, free } = access;
  const name = vendor.display_name;
  if (source === 'curated') return texts.selectorCounts({ free, all });
  return all === 0 ? texts.noList({ vendor: name }) : texts.vendorList({ vendor: name, free, all });
}

function RemoveDialog({ model }: { readonly model: CuratedModel }) {
  return (
    <ConfirmDialog
      title={texts.removeTitle({ name: model.display_name })}
      confirm={texts.removeConfirm}
      busy={texts.removing}
      action={useDeleteModel()}
      input={model}
      isDangerous
    >
      <DialogText>{texts.removeText}</DialogText>
    </ConfirmDialog>
  );
}
