import type { ReactElement, ReactNode } from 'react';
import type { z } from 'zod';
import type { CompletionErrorCode } from '../../../../shared/completion/error.ts';
import type { ConnectionResult } from '../../../../shared/providers/connection-result.ts';
import type { AdminVendor, vendorReplySchemas } from '../../../../shared/admin/vendors.ts';
import { failureMessage, InvokeError } from '../../../lib/invoke.ts';
import { Button, ButtonLink } from '../../../components/Button.tsx';
import { useOpenDialog } from '../dialog/DialogHost.tsx';
import { vendorModelsPath } from '../models/vendor-models-path.ts';
import { EditDialog } from './EditDialog.tsx';
import { KeyDialog } from './KeyDialog.tsx';
import { useEnable } from './mutations.ts';
import styles from './TestReport.module.css';
import { vendorTexts } from './texts.ts';

const texts = vendorTexts.test;
type Advice = keyof typeof texts.advice;

const adviceByCode: Partial<Readonly<Record<CompletionErrorCode, Advice>>> = {
  authentication: 'key',
  missing_key: 'missingKey',
  not_found: 'address',
  invalid_format: 'address',
  invalid_json: 'address',
  model: 'model',
  network: 'network',
  timeout: 'network',
};

/** Returns advice for a failed test, or null if the cause is unknown. */
function adviceFor({ code, status }: ConnectionResult['details']): string | null {
  if (status === 402 || status === 429) return texts.advice.busy;
  if (status !== null && status >= 500) return texts.advice.vendor;
  const advice = code && adviceByCode[code];
  return advice ? texts.advice[advice] : null;
}

interface TestReportProps {
  readonly vendor: AdminVendor;
  readonly modelCount: number | undefined;
  readonly reply: z.infer<(typeof vendorReplySchemas)['test']> | undefined;
  readonly error: Error | null;
}

export function TestReport({ vendor, modelCount, reply, error }: TestReportProps) {
  if (error) return <RefusedTest vendor={vendor} error={error} />;
  if (!reply) return null;
  const { message, failure } = reply;
  if (!reply.success)
    return (
      <Report look="failure" advice={adviceFor(reply.details)}>
        {message}
      </Report>
    );
  if (reply.vendor === vendor.name)
    return (
      <Report look="success" {...(modelCount !== undefined && nextStep(vendor, modelCount))}>
        {message}
      </Report>
    );
  const { display_name: name } = vendor;
  return (
    <Report
      look="warning"
      advice={failure ? texts.failed({ vendor: name, failure }) : texts.silent({ vendor: name })}
    >
      {texts.through({ vendor: reply.vendor_display_name, message })}
    </Report>
  );
}

/** The service refused to test. Offers the dialog with the missing value. */
function RefusedTest({ vendor, error }: { readonly vendor: AdminVendor; readonly error: Error }) {
  const openDialog = useOpenDialog();
  const code = error instanceof InvokeError ? error.code : null;
  const open = (label: string, dialog: ReactElement) => (
    <Button size="small" look="outlined" onClick={() => openDialog(dialog, `#vendor-${vendor.id}`)}>
      {label}
    </Button>
  );
  const { advice, next } = texts;
  const step =
    code === 'model'
      ? { advice: advice.noModel, action: open(next.defaultModel, <EditDialog vendor={vendor} />) }
      : code === 'missing_key'
        ? {
            advice: advice.missingKey,
            action: open(vendorTexts.actions.setKey, <KeyDialog vendor={vendor} />),
          }
        : {};
  return (
    <Report look="failure" {...step}>
      {failureMessage(error)}
    </Report>
  );
}

/** Returns what the administrator must do before users can choose the vendor's models. */
function nextStep({ name, is_active, is_enabled }: AdminVendor, modelCount: number) {
  const { next } = texts;
  if (is_active || is_enabled) return {};
  if (modelCount > 0) return { advice: next.enableText, action: <EnableButton vendor={name} /> };
  const link = (
    <ButtonLink size="small" look="outlined" to={vendorModelsPath(name)}>
      {next.models}
    </ButtonLink>
  );
  return { advice: next.modelsText, action: link };
}

function EnableButton({ vendor }: { readonly vendor: string }) {
  const enable = useEnable();
  return (
    <Button
      size="small"
      look="outlined"
      disabled={enable.isPending}
      onClick={() => enable.mutate({ vendor, is_enabled: true })}
    >
      {vendorTexts.actions.enable}
    </Button>
  );
}

interface ReportProps {
  readonly look: 'success' | 'warning' | 'failure';
  readonly advice?: string | null;
  /** A button or link that follows the advice. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

function Report({ look, advice, action, children }: ReportProps) {
  return (
    <div className={styles.report} data-look={look}>
      <p>{children}</p>
      {advice && <p className={styles.advice}>{advice}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
