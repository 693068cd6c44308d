// Measures the service's processor time per request, while 50 clients send the requests of open pages.
import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { type RequestUser, requestsOf } from '../../prove/lib/load/page-requests.ts';
import {
  builtService,
  footprintOf,
  type ServiceProcess,
  startServiceProcess,
} from '../../prove/lib/service-process.ts';
import { reportRows } from './report.ts';

const CLIENTS = 50;
const USERS = 10;
const SECONDS = 10;

/** Creates a user with one chat. */
async function createUser(service: ServiceProcess): Promise<RequestUser> {
  const { authorization = '', ...headers } = await service.signIn('professional');
  const { data, error } = await service.admin.auth.getUser(authorization.replace('Bearer ', ''));
  if (error) throw error;
  const { id } = data.user;
  const chat = randomUUID();
  await service.admin.from('chat_history').insert({ id: chat, user_id: id, title: 'Bench' }).throwOnError();
  return { id, chat, headers: { ...headers, authorization, 'content-type': 'application/json' } };
}

const service = await startServiceProcess(builtService);
try {
  const users: RequestUser[] = [];
  while (users.length < USERS) users.push(await createUser(service));
  const run = (duration: number) => {
    let next = 0;
    return autocannon({
      url: service.url,
      connections: CLIENTS,
      duration,
      timeout: 10,
      setupClient: (client) => {
        const user = users[next % USERS];
        if (!user) return;
        const all = requestsOf(user);
        // The clients start at different points of the round.
        const turn = next % all.length;
        client.setRequests([...all.slice(turn), ...all.slice(0, turn)]);
        next += 1;
      },
    });
  };
  await run(2);
  const before = await footprintOf(service.pid);
  const { requests, errors, timeouts, non2xx } = await run(SECONDS);
  const after = await footprintOf(service.pid);
  if (!before || !after) throw new Error('processor times are not available on this system');
  if (errors + timeouts + non2xx > 0)
    throw new Error(`${errors} errors, ${timeouts} timeouts and ${non2xx} refusals of ${requests.total}`);
  reportRows([
    {
      work: `Mixed requests, ${CLIENTS} clients: CPU each`,
      unit: 'ms',
      budget: 3,
      figure: (after.cpuMilliseconds - before.cpuMilliseconds) / requests.total,
    },
  ]);
} finally {
  await service.stop();
}
