import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { CompletionErrorCode } from '../../../../shared/completion/error.ts';
import type { ConnectionResult } from '../../../../shared/providers/connection-result.ts';
import type { AdminVendor, vendorReplySchemas } from '../../../../shared/admin/vendors.ts';
import { failureMessage } from '../../../lib/invoke.ts';
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

/** Advice for a failed test. Null if the cause is unknown. */
function adviceFor({ code, status }: ConnectionResult['details']): string | null {
  if (status === 402 || status === 429) return texts.advice.busy;
  if (status !== null && status >= 500) return texts.advice.vendor;
  const advice = code && adviceByCode[code];
  return advice ? texts.advice[advice] : null;
}

interface TestReportProps {
  readonly vendor: AdminVendor;
  readonly reply: z.infer<(typeof vendorReplySchemas)['test']> | undefined;
  readonly error: Error | null;
}

export function TestReport({ vendor, reply, error }: TestReportProps) {
  if (error) return <Report look="failure">{failureMessage(error)}</Report>;
  if (!reply) return null;
  const { message, failure } = reply;
  if (!reply.success)
    return (
      <Report look="failure" advice={adviceFor(reply.details)}>
        {message}
      </Report>
    );
  if (reply.vendor === vendor.name) return <Report look="success">{message}</Report>;
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

interface ReportProps {
  readonly look: 'success' | 'warning' | 'failure';
  readonly advice?: string | null;
  readonly children: ReactNode;
}

function Report({ look, advice, children }: ReportProps) {
  return (
    <div className={styles.report} data-look={look}>
      <p>{children}</p>
      {advice && <p className={styles.advice}>{advice}</p>}
    </div>
  );
}
