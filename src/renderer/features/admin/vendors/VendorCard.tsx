import { type HTMLAttributes, useId } from 'react';
import type { AdminVendor } from '../../../../shared/admin/vendors.ts';
import { Button } from '../../../components/Button.tsx';
import { OrderButtons } from '../order/OrderButtons.tsx';
import { useTestConnection } from './data/mutations.ts';
import { TestReport } from './TestReport.tsx';
import { vendorTexts as texts } from './texts.ts';
import { defaultModelOf, isBuiltIn, needsKey, standsIn } from './vendor.ts';
import styles from './VendorCard.module.css';
import type { VendorDialogKind } from './VendorDialogs.tsx';

interface VendorCardProps {
  readonly vendor: AdminVendor;
  /** How many models the database holds for it; undefined until that is known. */
  readonly modelCount: number | undefined;
  readonly onOpen: (kind: VendorDialogKind) => void;
  /** Moves the card a place; null where it is the first or last, or has no place. */
  readonly onMoveUp: (() => void) | null;
  readonly onMoveDown: (() => void) | null;
  /** Takes it out of the order, or puts it at its end; null where it has no part in it. */
  readonly onSwitchStandIn: (() => void) | null;
  /** For moving it by pointer: on its handle, and on the card as a place for others. */
  readonly handle: HTMLAttributes<HTMLElement>;
  readonly place: HTMLAttributes<HTMLLIElement>;
}

/** Where the focus goes when the button that opened a dialog is gone. */
export const cardId = (vendorId: string): string => `vendor-${vendorId}`;

/** One vendor: what it is set to, and all that can be done with it [ADMIN-027]. */
export function VendorCard({
  vendor,
  modelCount,
  onOpen,
  onMoveUp,
  onMoveDown,
  onSwitchStandIn,
  handle,
  place,
}: VendorCardProps) {
  const test = useTestConnection();
  const titleId = useId();
  const { display_name: name } = vendor;
  const { actions } = texts;
  return (
    <li
      id={cardId(vendor.id)}
      tabIndex={-1}
      className={styles.card}
      data-active={vendor.is_active || undefined}
      aria-labelledby={titleId}
      {...place}
    >
      <div className={styles.head}>
        <div className={styles.names}>
          <h2 id={titleId} className={styles.title}>
            {name} <code className={styles.name}>{vendor.name}</code>
          </h2>
          <span className={styles.state} data-active={vendor.is_active || undefined}>
            {vendor.is_active ? texts.active : texts.inactive}
          </span>
        </div>
        {standsIn(vendor) && (
          <OrderButtons
            up={texts.up(name)}
            down={texts.down(name)}
            onUp={onMoveUp}
            onDown={onMoveDown}
            handle={handle}
          />
        )}
      </div>
      <dl className={styles.facts}>
        {!isBuiltIn(vendor) && <Fact name={texts.key} value={keyText(vendor)} />}
        <Fact name={texts.endpoint} value={vendor.endpoint_url ?? texts.builtIn} />
        <Fact name={texts.models} value={modelsText(vendor, modelCount)} />
        {!isBuiltIn(vendor) && (
          <Fact name={texts.defaultModel} value={defaultModelOf(vendor) || texts.noDefault} />
        )}
        <Fact
          name={texts.order}
          value={standsIn(vendor) ? texts.place(vendor.priority_order) : texts.neverStandsIn}
        />
      </dl>
      <div className={styles.report} aria-live="polite">
        {!test.isPending && <TestReport tested={vendor} reply={test.data} error={test.error} />}
      </div>
      <div className={styles.actions}>
        {needsKey(vendor) && (
          <Button
            size="small"
            look={vendor.has_key ? 'outlined' : 'filled'}
            aria-label={`${vendor.has_key ? actions.replaceKey : actions.setKey}: ${name}`}
            onClick={() => onOpen('key')}
          >
            {vendor.has_key ? actions.replaceKey : actions.setKey}
          </Button>
        )}
        {vendor.has_key && (
          <CardButton label={actions.clearKey} of={name} onClick={() => onOpen('clear-key')} />
        )}
        <CardButton
          label={test.isPending ? actions.testing : actions.test}
          of={name}
          disabled={test.isPending}
          onClick={() => test.mutate(vendor.name)}
        />
        {!isBuiltIn(vendor) && (
          <CardButton label={actions.models} of={name} onClick={() => onOpen('models')} />
        )}
        <CardButton label={actions.edit} of={name} onClick={() => onOpen('edit')} />
        {onSwitchStandIn && (
          <CardButton
            label={standsIn(vendor) ? actions.takeOut : actions.putIn}
            of={name}
            onClick={onSwitchStandIn}
          />
        )}
        {!vendor.is_active && (
          <CardButton label={actions.activate} of={name} onClick={() => onOpen('activate')} />
        )}
      </div>
    </li>
  );
}

function keyText(vendor: AdminVendor): string {
  if (vendor.has_key) return texts.keySet(vendor.key_last4);
  return needsKey(vendor) ? texts.noKey : texts.noKeyNeeded;
}

function modelsText(vendor: AdminVendor, count: number | undefined): string {
  if (isBuiltIn(vendor)) return texts.modelsOfDemo;
  if (count === undefined) return '…';
  return count === 0 ? texts.modelsOfServer : texts.modelCount(count);
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

interface CardButtonProps {
  readonly label: string;
  /** Of which vendor: many cards have this button. */
  readonly of: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

function CardButton({ label, of, disabled = false, onClick }: CardButtonProps) {
  return (
    <Button size="small" look="outlined" aria-label={`${label}: ${of}`} disabled={disabled} onClick={onClick}>
      {label}
    </Button>
  );
}
