import type { ServiceStatus } from '../../../../../shared/admin/stats.ts';
import { paths } from '../../../../lib/paths.ts';
import { formatCount, formatDateTime } from '../../format.ts';
import { statusTexts as texts } from './texts.ts';

/**
 * The most urgent level comes first. `bad`: a function doesn't work. `caution`: a function may soon stop working.
 * `note`: everything works, but an administrator may want to act.
 */
const levels = ['bad', 'caution', 'note'] as const;

export interface StatusProblem {
  readonly level: (typeof levels)[number];
  readonly text: string;
  /** Links to the page where the administrator can solve the problem. */
  readonly link: string;
  readonly linkText: string;
}

type Host = NonNullable<ServiceStatus['host']>;
type LastFailure = NonNullable<NonNullable<ServiceStatus['active_vendor']>['last_failure']>;

/** Milliseconds. A running service makes a backup every six hours. */
const maxBackupAge = 2 * 86_400_000;

const links = {
  vendors: paths.adminVendors,
  users: `${paths.admin}/users`,
  settings: `${paths.admin}/settings`,
  deployment: `${paths.docs}/deployment`,
} as const;

/** The most urgent problems come first. */
export function problemsOf(status: ServiceStatus, now: number): readonly StatusProblem[] {
  const problems = [
    ...hostProblems(status.host, now),
    ...vendorProblems(status),
    ...mailProblems(status.mail),
    ...notes(status),
  ];
  return levels.flatMap((level) => problems.filter((problem) => problem.level === level));
}

function hostProblems(host: ServiceStatus['host'], now: number): readonly StatusProblem[] {
  if (!host) return [];
  return [...databaseProblems(host, now), ...restartProblems(host)];
}

function databaseProblems({ is_damaged: isDamaged, backup }: Host, now: number): readonly StatusProblem[] {
  const restore = { link: links.deployment, linkText: texts.toRestore };
  if (isDamaged) return [{ level: 'bad', text: texts.damaged, ...restore }];
  if (!backup) return [];
  const { last_at: lastAt, has_failed: hasFailed } = backup;
  if (hasFailed) return [{ level: 'bad', text: texts.backupFailed, ...restore }];
  if (lastAt !== null && now - Date.parse(lastAt) > maxBackupAge)
    return [{ level: 'caution', text: texts.backupOld({ time: formatDateTime(lastAt) }), ...restore }];
  return [];
}

function restartProblems({ unclean_starts: count }: Host): readonly StatusProblem[] {
  const check = { link: links.deployment, linkText: texts.toCheck };
  return count > 0 ? [{ level: 'caution', text: texts.restarts({ count }), ...check }] : [];
}

function vendorProblems({ active_vendor: active, failing_vendors: failing }: ServiceStatus) {
  const problems: StatusProblem[] = [];
  if (active === null)
    problems.push({ level: 'bad', text: texts.noActive, link: links.vendors, linkText: texts.toVendors });
  else if (active.lacks_key)
    problems.push({
      level: 'bad',
      text: texts.noKey({ vendor: active.display_name }),
      link: links.vendors,
      linkText: texts.toKey,
    });
  else if (active.is_demo)
    problems.push({ level: 'note', text: texts.demo, link: links.vendors, linkText: texts.toVendors });
  else if (active.last_failure)
    problems.push({
      level: active.last_failure.is_test ? 'bad' : 'caution',
      text: lastFailureText(active.display_name, active.last_failure),
      link: links.vendors,
      linkText: texts.toTest,
    });
  for (const { display_name: vendor, requests, failures } of failing)
    problems.push({
      level: 'caution',
      text: texts.failing({
        vendor,
        failures: formatCount(failures),
        requests: formatCount(requests + failures),
      }),
      link: links.vendors,
      linkText: texts.toTest,
    });
  return problems;
}

function lastFailureText(vendor: string, { at, is_test: isTest, message }: LastFailure): string {
  const time = formatDateTime(at);
  return isTest
    ? texts.testFailed({ vendor, time, reason: message ?? '' })
    : texts.requestFailed({ vendor, time });
}

function mailProblems(mail: ServiceStatus['mail']): readonly StatusProblem[] {
  if (!mail?.is_failing) return [];
  const waits = mail.waiting > 0 ? ` ${texts.mailWaiting({ count: mail.waiting })}` : '';
  return [{ level: 'bad', text: texts.mail + waits, link: links.settings, linkText: texts.toMail }];
}

function notes(status: ServiceStatus): readonly StatusProblem[] {
  const counted = [
    {
      count: status.interrupted_replies,
      textOf: texts.interrupted,
      link: links.deployment,
      linkText: texts.toCheck,
    },
    { count: status.agreed_merges, textOf: texts.merges, link: links.users, linkText: texts.toUsers },
    { count: status.open_bulk_operations, textOf: texts.bulk, link: links.users, linkText: texts.toUsers },
    { count: status.used_up_accounts, textOf: texts.usedUp, link: links.settings, linkText: texts.toLimits },
  ];
  return counted
    .filter(({ count }) => count > 0)
    .map(({ count, textOf, ...link }) => ({ level: 'note', text: textOf({ count }), ...link }));
}
