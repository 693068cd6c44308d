import { Page } from '../../../components/Page.tsx';
import { accountGroups } from './account-requests.ts';
import { elsewhereGroup, providerGroup } from './other-requests.ts';
import styles from './PrivacyPage.module.css';
import { type OutgoingData, requestGroups, requestTexts } from './requests.ts';
import { privacyTexts as texts } from './texts.ts';

const groups = [...requestGroups, ...accountGroups, providerGroup, elsewhereGroup];

/** What is stored, what is sent, and to whom, down to each request. */
export function PrivacyPage() {
  return (
    <Page title={texts.title} lead={texts.lead}>
      {texts.passages.map(({ title, text }) => (
        <section key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
        </section>
      ))}
      <section className={styles.requests}>
        <header>
          <h2 id={requestTexts.id}>{requestTexts.title}</h2>
          <p>{requestTexts.lead}</p>
        </header>
        {groups.map(({ title, to, entries }) => (
          <details key={title} className={styles.group}>
            <summary>
              <h3>{title}</h3>
              <p className={styles.to}>{to}</p>
            </summary>
            <ul className={styles.list}>
              {entries.map((entry) => (
                <Entry key={entry.requests[0]} {...entry} />
              ))}
            </ul>
          </details>
        ))}
      </section>
    </Page>
  );
}

function Entry({ what, why, requests, fields }: OutgoingData) {
  return (
    <li className={styles.entry} data-outgoing>
      <p className={styles.what}>{what}</p>
      <p>{why}</p>
      <dl className={styles.exact}>
        <dt>{requestTexts.where}</dt>
        <dd>
          {requests.map((request) => (
            <code key={request}>{request}</code>
          ))}
        </dd>
        <dt>{requestTexts.fields}</dt>
        <dd>
          {fields.length > 0 ? fields.map((field) => <var key={field}>{field}</var>) : requestTexts.none}
        </dd>
      </dl>
    </li>
  );
}
