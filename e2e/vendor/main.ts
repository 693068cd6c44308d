// node e2e/vendor/main.ts [port]: runs only the fake vendor, to try the product with it.
import { startVendor } from './vendor.ts';

const port = Number(process.argv[2] ?? 4010);
const vendor = await startVendor({ port });
vendor.always({ kind: 'pace', first: 200, between: 30 });
console.log(`The fake vendor listens on ${vendor.url}`);
for (const [name, endpoint] of Object.entries(vendor.endpoints))
  console.log(`  ${name.padEnd(10)} ${endpoint}`);

const stop = () => void vendor.close();
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
