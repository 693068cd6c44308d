import { type HTMLAttributes, type ReactElement, useId } from 'react';
import type { AdminVendor } from '../../../../shared/admin/vendors.ts';
import { Button } from '../../../components/Button.tsx';
import { useOpenDialog } from '../dialog/DialogHost.tsx';
import { Badge } from '../feedback/Badge.tsx';
import { FactList } from '../feedback/Facts.tsx';
import { WebAddress } from '../feedback/WebAddress.tsx';
import { OrderButtons } from '../order/OrderButtons.tsx';
import { ActivateDialog } from './ActivateDialog.tsx';
import { EditDialog } from './EditDialog.tsx';
import { KeyDialog } from './KeyDialog.tsx';
import { ModelsDialog } from './ModelsDialog.tsx';
import { useTestConnection } from './mutations.ts';
import { TestReport } from './TestReport.tsx';
import { VendorMenu } from './VendorMenu.tsx';
import { vendorTexts as texts } from './texts.ts';
import { defaultModelOf, hasOwnApiName, isBuiltIn, isInFailover, needsKey } from './vendor.ts';
import styles from './VendorCard.module.css';

interface VendorCardProps {
  readonly vendor: AdminVendor;
  /** The number of models stored for the vendor. Undefined while loading. */
  readonly modelCount: number | undefined;
  /** Null at the ends of the failover order, and for vendors that are not in it. */
  readonly onMoveUp: (() => void) | null;
  readonly onMoveDown: (() => void) | null;
  /** Adds the vendor to the failover order or removes it. Null for the built-in vendor. */
  readonly onSwitchFailover: (() => void) | null;
  readonly handle: HTMLAttributes<HTMLElement>;
  readonly place: HTMLAttributes<HTMLLIElement>;
}

export function VendorCard({
  vendor,
  modelCount,
  onMoveUp,
  onMoveDown,
  onSwitchFailover,
  handle,
  place,
}: VendorCardProps) {
  const test = useTestConnection();
  const openDialog = useOpenDialog();
  const titleId = useId();
  const { display_name: name, has_key: hasKey, is_active: isActive, is_enabled: isEnabled } = vendor;
  const { actions } = texts;
  const isKeyMissing = needsKey(vendor) && !hasKey;
  // The card gets the focus if the action removed its button.
  const open = (dialog: ReactElement) => () => openDialog(dialog, `#vendor-${vendor.id}`);
  const button = (label: string, onClick: () => void, isMain = false) => (
    <Button
      size="small"
      look={isMain ? 'outlined' : 'plain'}
      aria-label={texts.actionOf({ action: label, vendor: name })}
      onClick={onClick}
    >
      {label}
    </Button>
  );
  return (
    <li
      id={`vendor-${vendor.id}`}
      tabIndex={-1}
      className={styles.card}
      data-active={isActive || undefined}
      aria-labelledby={titleId}
      {...place}
    >
      <div className={styles.head}>
        <div className={styles.names}>
          <h2 id={titleId} className={styles.title}>
            {name}
          </h2>
          <Badge tone={isActive || isEnabled ? 'good' : 'neutral'}>{stateText(vendor)}</Badge>
        </div>
        {isInFailover(vendor) && (
          <OrderButtons
            up={texts.up({ name })}
            down={texts.down({ name })}
            onUp={onMoveUp}
            onDown={onMoveDown}
            handle={handle}
          />
        )}
      </div>
      <FactList
        label={texts.facts({ name })}
        facts={[
          ...(hasOwnApiName(vendor) ? [[texts.apiName, <code key="name">{vendor.name}</code>] as const] : []),
          ...(isBuiltIn(vendor) ? [] : [[texts.key, keyText(vendor)] as const]),
          [
            texts.endpoint,
            vendor.endpoint_url === null ? (
              texts.builtIn
            ) : (
              <WebAddress key="endpoint" address={vendor.endpoint_url} />
            ),
          ],
          ...(vendor.header_names.length > 0
            ? [[texts.headers, vendor.header_names.join(', ')] as const]
            : []),
          [texts.models, modelsText(vendor, modelCount)],
          ...(isBuiltIn(vendor)
            ? []
            : [[texts.defaultModel, defaultModelOf(vendor) || texts.noDefault] as const]),
          [
            texts.failover.fact,
            isInFailover(vendor) ? texts.position({ place: vendor.priority_order }) : texts.failover.off,
          ],
        ]}
      />
      <div className={styles.report} aria-live="polite">
        {!test.isPending && (
          <TestReport vendor={vendor} modelCount={modelCount} reply={test.data} error={test.error} />
        )}
      </div>
      <div className={styles.actions}>
        {needsKey(vendor) &&
          button(
            hasKey ? actions.replaceKey : actions.setKey,
            open(<KeyDialog vendor={vendor} />),
            isKeyMissing,
          )}
        {!isActive && button(actions.activate, open(<ActivateDialog vendor={vendor} />), !isKeyMissing)}
        <Button
          size="small"
          look={isActive ? 'outlined' : 'plain'}
          aria-label={texts.actionOf({
            action: test.isPending ? actions.testing : actions.test,
            vendor: name,
          })}
          disabled={test.isPending}
          onClick={() => test.mutate(vendor.name)}
        >
          {test.isPending ? actions.testing : actions.test}
        </Button>
        {!isBuiltIn(vendor) && button(actions.models, open(<ModelsDialog vendor={vendor} />))}
        {button(actions.edit, open(<EditDialog vendor={vendor} />))}
        <VendorMenu vendor={vendor} onSwitchFailover={onSwitchFailover} />
      </div>
    </li>
  );
}

function stateText({ is_active, is_enabled }: AdminVendor): string {
  if (is_active) return texts.active;
  return is_enabled ? texts.enabled : texts.inactive;
}

function keyText(vendor: AdminVendor): string {
  if (vendor.has_key)
    return vendor.key_last4 ? texts.keySetEndsIn({ last4: vendor.key_last4 }) : texts.keySet;
  return needsKey(vendor) ? texts.noKey : texts.noKeyNeeded;
}

function modelsText(vendor: AdminVendor, count: number | undefined): string {
  if (isBuiltIn(vendor)) return texts.modelsOfDemo;
  if (count === undefined) return texts.modelsLoading;
  return count === 0 ? texts.modelsOfServer : texts.modelCount({ count });
}
