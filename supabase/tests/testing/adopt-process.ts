import { migrate } from '../../../src/service/database/migrate.ts';
import { openDatabase } from '../../../src/service/database/open.ts';

/**
 * Opens a data directory in a separate process and applies a folder of migrations. A test kills the process meanwhile.
 */
const [dataDir = '', migrations = ''] = process.argv.slice(2);
const database = await openDatabase({ dataDir });
process.send?.('opened');
await migrate(database, { migrations });
await database.close();
process.disconnect?.();
