import {
  maxModelRequestBytes,
  modelReplySchemas,
  modelRequestSchemas,
} from '../../../src/shared/admin/models.ts';
import { defineActions } from './action.ts';

export const modelActions = defineActions(
  modelRequestSchemas,
  modelReplySchemas,
  {
    list: (_, { call }) => call('list_models', {}),
    save: (model, { call }) => call('save_model', { model }),
    delete: (body, { call }) => call('delete_model', body),
    order: (body, { call }) => call('order_models', body),
    'save-vendor-model': ({ vendor, ...model }, { call }) =>
      call('save_vendor_model', { vendor_name: vendor, ...model }),
    'save-vendor-models': ({ vendor, models }, { call }) =>
      call('save_vendor_models', { vendor_name: vendor, models }),
    'delete-vendor-model': ({ vendor, model_id }, { call }) =>
      call('delete_vendor_model', { vendor_name: vendor, model_id }),
  },
  maxModelRequestBytes,
);
