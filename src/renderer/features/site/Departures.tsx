import styles from './Departures.module.css';
import { type Departure, type DepartureGroup, departureTexts as texts } from './departures.ts';

/** What leaves the device, group by group. */
export function Departures({ groups }: { readonly groups: readonly DepartureGroup[] }) {
  return (
    <section className={styles.departures}>
      <header className={styles.head}>
        <h2 id={texts.id}>{texts.title}</h2>
        <p>{texts.lead}</p>
      </header>
      {groups.map(({ title, to, departures }) => (
        <section key={title}>
          <h3 className={styles.title}>{title}</h3>
          <p className={styles.to}>{to}</p>
          <ul className={styles.list}>
            {departures.map((departure) => (
              <Entry key={departure.requests[0]} {...departure} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

function Entry({ what, why, requests, fields }: Departure) {
  return (
    <li className={styles.entry} data-departure>
      <p className={styles.what}>{what}</p>
      <p>{why}</p>
      <dl className={styles.exact}>
        <dt>{texts.where}</dt>
        <dd>
          {requests.map((request) => (
            <code key={request}>{request}</code>
          ))}
        </dd>
        <dt>{texts.fields}</dt>
        <dd>{fields.length > 0 ? fields.map((field) => <var key={field}>{field}</var>) : texts.none}</dd>
      </dl>
    </li>
  );
}
