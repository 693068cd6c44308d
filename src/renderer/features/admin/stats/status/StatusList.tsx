import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { ServiceStatus } from '../../../../../shared/admin/stats.ts';
import { Badge } from '../../feedback/Badge.tsx';
import { QueryView } from '../../feedback/QueryView.tsx';
import { formatDateTime } from '../../format.ts';
import { Section } from '../../shell/ConsoleScreen.tsx';
import { statsQueries } from '../queries.ts';
import { problemsOf } from './problems.ts';
import styles from './StatusList.module.css';
import { statusTexts as texts } from './texts.ts';

export function StatusList() {
  const status = useQuery(statsQueries.status());
  return (
    <Section title={texts.title} isCard>
      <QueryView query={status} loading={texts.loading}>
        {(data) => <Status status={data} now={status.dataUpdatedAt} />}
      </QueryView>
    </Section>
  );
}

function Status({ status, now }: { readonly status: ServiceStatus; readonly now: number }) {
  const problems = problemsOf(status, now);
  // Notes are not problems, because everything still works.
  const count = problems.filter(({ level }) => level !== 'note').length;
  const calm = problems.length === 0 ? texts.works : texts.notes({ count: problems.length });
  const Icon = count === 0 ? IconCircleCheck : IconAlertTriangle;
  return (
    <>
      <p className={styles.verdict} data-works={count === 0 || undefined}>
        <Icon size={22} stroke={1.75} aria-hidden />
        <strong>{count === 0 ? calm : texts.attention({ count })}</strong>
      </p>
      {problems.length > 0 && (
        <ul className={styles.list} aria-label={texts.list}>
          {problems.map(({ level, text, link, linkText }) => (
            <li key={text} className={styles.problem}>
              <Badge tone={level}>{texts.levels[level]}</Badge>
              <span className={styles.text}>{text}</span>
              <Link to={link} className={styles.link}>
                {linkText}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {status.host?.backup && (
        <p className={styles.backup}>
          {status.host.backup.last_at === null
            ? texts.noBackup
            : texts.lastBackup({ time: formatDateTime(status.host.backup.last_at) })}
        </p>
      )}
    </>
  );
}
