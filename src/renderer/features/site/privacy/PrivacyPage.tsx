import { Page } from '../../../components/Page.tsx';
import styles from './PrivacyPage.module.css';
import { listGroups } from './request-texts.ts';
import { type OutgoingData, service } from './requests.ts';
import { privacyTexts as texts, requestTexts } from './texts.ts';

export function PrivacyPage() {
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Summary />
      <section className={styles.requests}>
        <header>
          <h2 id="leaves">{requestTexts.title}</h2>
          <p>{requestTexts.lead}</p>
        </header>
        <details className={styles.group}>
          <summary>
            <h3>{texts.device.title}</h3>
          </summary>
          <p>{texts.device.text}</p>
        </details>
        {listGroups().map(({ title, to, entries }) => (
          <details key={title} className={styles.group}>
            <summary>
              <h3>{title}</h3>
              {to !== service && <p className={styles.to}>{to}</p>}
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

function Summary() {
  const { title, columns, rows } = texts.summary;
  return (
    <section>
      <h2>{title}</h2>
      <table className={styles.summary}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([what, ...cells]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]} data-column={columns[index + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
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
