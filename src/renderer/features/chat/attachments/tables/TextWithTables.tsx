import { LongText } from '../../../../components/long-text/LongText.tsx';
import { viewerTexts } from '../texts.ts';
import { splitTables, type TableBlock } from './split-tables.ts';
import styles from './TextWithTables.module.css';

/** Shows the text of a spreadsheet with tables instead of lines. */
export function TextWithTables({ text }: { readonly text: string }) {
  return splitTables(text).map((block, place) =>
    typeof block === 'string' ? (
      // oxlint-disable-next-line react/no-array-index-key -- the text doesn't change
      <p key={place} className={styles.between}>
        <LongText text={block} />
      </p>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the text doesn't change
      <Rows key={place} table={block} />
    ),
  );
}

function Rows({ table: { rows, more } }: { readonly table: TableBlock }) {
  const [heading = [], ...others] = rows;
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            {heading.map((cell, column) => (
              // oxlint-disable-next-line react/no-array-index-key -- the text doesn't change
              <th key={column} scope="col" dir="auto">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {others.map((row, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- the text doesn't change
            <tr key={place}>
              {row.map((cell, column) => (
                // oxlint-disable-next-line react/no-array-index-key -- the text doesn't change
                <td key={column} dir="auto">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p className={styles.between}>{viewerTexts.moreRows({ count: more })}</p>}
    </>
  );
}
