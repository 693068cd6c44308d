import type { ServiceStatus } from '../../../../../shared/admin/stats.ts';

export const healthyStatus: ServiceStatus = {
  active_vendor: { display_name: 'OpenAI', is_demo: false, lacks_key: false, last_failure: null },
  failing_vendors: [],
  mail: { is_failing: false, waiting: 0 },
  agreed_merges: 0,
  open_bulk_operations: 0,
  used_up_accounts: 0,
  interrupted_replies: 0,
  host: {
    is_damaged: false,
    backup: { last_at: '2026-11-23T10:00:00.000Z', has_failed: false },
    unclean_starts: 0,
  },
};
