import { dataFaults } from './data.ts';
import { databaseFaults } from './database.ts';
import type { Fault } from './fault.ts';
import { instanceFaults } from './instances.ts';
import { mailFaults } from './mail.ts';
import { startFaults } from './start.ts';

export const faults: readonly Fault[] = [
  ...startFaults,
  ...dataFaults,
  ...mailFaults,
  ...instanceFaults,
  ...databaseFaults,
];
