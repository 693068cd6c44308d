import { readChangesSql } from '../../../../src/service/realtime/queue.ts';
import { lookupSql } from '../../../../src/service/realtime/visibility.ts';
import { messageColumns } from './person-queries.ts';
import { userParameters, type Query, uuidOf } from './query.ts';

const column = (name: string) => ({ name, type: 'text' });
/** Looks up a changed message for a subscriber of one chat. */
const changedMessage = lookupSql({
  table: {
    id: '0',
    schema: 'public',
    name: 'chat_messages',
    key: [{ name: 'id', type: 'uuid', sqlType: 'uuid' }],
    identity: [],
    selectable: { anon: [], authenticated: [], service_role: [] },
  },
  filterColumns: ['chat_id'],
  columns: messageColumns.split(', ').map(column),
});

export const serviceQueries: readonly Query[] = [
  {
    name: 'sign-in: user by email',
    as: 'owner',
    sql: 'select * from auth.users u where u.email = $1 and u.is_sso_user = false',
    parameters: ({ email }) => [email],
  },
  {
    name: 'session: check',
    as: 'owner',
    sql: `select from auth.sessions s join auth.users u on u.id = s.user_id
      where s.id = $1 and u.id = $2 and (u.banned_until is null or u.banned_until <= now())`,
    parameters: ({ session, user }) => [session, user],
  },
  {
    name: 'session: by refresh token',
    as: 'owner',
    sql: `select s.id, s.user_id from auth.sessions s
      where s.id = (select t.session_id from auth.refresh_tokens t where t.token = $1) for update`,
    parameters: ({ refreshToken }) => [refreshToken],
  },
  {
    name: 'session: its tokens',
    as: 'owner',
    sql: 'select token, revoked, updated_at from auth.refresh_tokens where session_id = $1 and (token = $2 or not revoked)',
    parameters: ({ session, refreshToken }) => [session, refreshToken],
  },
  {
    name: 'realtime: 100 changes of the queue',
    as: 'owner',
    before: {
      sql: `insert into clover_realtime.changes (table_id, kind, key)
        select 'public.chat_messages'::regclass, 'INSERT', '{}' from generate_series(1, 100)`,
    },
    sql: readChangesSql,
    // A snapshot from before all transactions, like after a start.
    parameters: () => ['3:3:', null, '0', 100],
  },
  {
    name: 'realtime: a changed row',
    as: 'person',
    sql: changedMessage,
    parameters: ({ middle }) => [JSON.stringify([{ id: middle }])],
  },
];

const actor = `jsonb_build_object('user_id', '${uuidOf('administrator')}', 'aal', 'aal1')`;
const act = (name: string, call: string): Query => ({
  name: `console: ${name}`,
  as: 'service',
  sql: `select public.${call.replace('(', `(${actor}, `).replace(', )', ')')}`,
});
/** Adds a limit in milliseconds, because matches are counted up to 10,000, which the small database does not have. */
const withCountLimit = (query: Query): Query => ({ ...query, within: 200 });
const users = (filter: string, sort = 'created_at') =>
  `list_users('${filter}'::jsonb, '${sort}', 'desc', 1, 50)`;
const month = 'current_date - 29, current_date';

export const adminQueries: readonly Query[] = [
  act('dashboard', 'get_dashboard()'),
  act('users, first page', users('{}')),
  act('users by email', users('{}', 'email')),
  act('users by last sign-in', users('{}', 'last_sign_in_at')),
  act('users, search for one', users('{"search":"person8@"}')),
  withCountLimit(act('users, search for a name', users('{"search":"grace"}'))),
  withCountLimit(act('users, search that matches all', users('{"search":"person"}'))),
  withCountLimit(act('users, search for two letters', users('{"search":"ad"}'))),
  withCountLimit(act('users on a plan', users('{"plan":"professional"}'))),
  act('users with a role', users('{"role":"restricted"}')),
  {
    ...act('one user', 'show_user($1::uuid)'),
    parameters: userParameters,
  },
  withCountLimit(act('log, first page', `list_log('{}'::jsonb, 1, 50)`)),
  withCountLimit(act('log, one action', `list_log('{"action":"user.set-plan"}'::jsonb, 1, 50)`)),
  {
    ...act('log, one user', `list_log(jsonb_build_object('user', $1::text), 1, 50)`),
    parameters: userParameters,
  },
  // Counts the people who wrote within 15 minutes: 5 in the small database, 500 in the large one.
  { ...act('recent activity', 'recent_activity()'), within: 50 },
  withCountLimit(act('API keys', `list_api_keys(null, null, 1, 50)`)),
  act('roles', 'list_roles()'),
  act('analytics by day', `get_analytics(${month}, 'day')`),
  act('analytics by model', `get_analytics(${month}, 'model')`),
  { ...act('analytics by user, 30 days', `get_analytics(${month}, 'user')`), within: 2000 },
];

export const maintenanceQueries: readonly Query[] = [
  'purge_guests',
  'purge_unconfirmed',
  'purge_images',
  'purge_counts',
].map((name) => ({
  name: `clock: ${name}`,
  as: 'owner',
  sql: `select public.${name}()`,
}));
