import { sentenceOf } from '../../../lib/invoke.ts';
import type { TestReply } from './data/invoke-vendors.ts';
import { adviceOn } from './test-advice.ts';
import styles from './TestReport.module.css';
import { vendorTexts } from './texts.ts';

const texts = vendorTexts.test;

interface TestReportProps {
  /** Name and display name of the vendor that was tested. */
  readonly tested: { readonly name: string; readonly display_name: string };
  readonly reply: TestReply | undefined;
  readonly error: Error | null;
}

/** What the last test found: the documented sentence, and what to do about it. */
export function TestReport({ tested, reply, error }: TestReportProps) {
  if (error)
    return (
      <p className={styles.report} data-look="failure">
        {sentenceOf(error)}
      </p>
    );
  if (!reply) return null;
  if (!reply.success) {
    const advice = adviceOn(reply.details);
    return (
      <div className={styles.report} data-look="failure">
        <p>{reply.message}</p>
        {advice && <p className={styles.advice}>{texts.advice[advice]}</p>}
      </div>
    );
  }
  if (reply.vendor === tested.name)
    return (
      <p className={styles.report} data-look="success">
        {reply.message}
      </p>
    );
  return (
    <div className={styles.report} data-look="warning">
      <p>{texts.through(reply.vendor_display_name, reply.message)}</p>
      <p className={styles.advice}>
        {reply.failure ? texts.said(tested.display_name, reply.failure) : texts.silent(tested.display_name)}
      </p>
    </div>
  );
}
