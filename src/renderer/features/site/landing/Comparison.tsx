import styles from './Comparison.module.css';
import { comparison as texts, comparisonMarks } from './content/bottom-texts.ts';
import { Section } from './Section.tsx';

/** [SITE-066..071] */
export function Comparison() {
  return (
    <Section id="compare" title={texts.title}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that keyboard users can scroll it */}
      <section className={styles.scroll} aria-label={texts.label} tabIndex={0}>
        <table className={styles.table} aria-describedby="comparison-note">
          <thead>
            <tr>
              <th scope="col">{texts.feature}</th>
              {texts.columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {texts.rows.map((feature, row) => (
              <tr key={feature}>
                <th scope="row">{feature}</th>
                {comparisonMarks[row]?.map((mark, index) => (
                  <td key={texts.columns[index]} data-mark={mark}>
                    {texts.words[mark]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {/* Not the table's caption, which phones would only show after scrolling. */}
      <p id="comparison-note" className={styles.note}>
        {texts.note}
      </p>
    </Section>
  );
}
