import {
  modelReplySchemas,
  modelRequestSchemas,
  type ModelAction,
} from '../../../src/shared/admin/models.ts';
import { act, defineAct, type Act } from './act.ts';
import { supportedVendor } from './vendors/names.ts';

const acts: Readonly<Record<ModelAction, Act>> = {
  list: defineAct(modelRequestSchemas.list, (context) =>
    act(context, 'list_models', {}, modelReplySchemas.list),
  ),
  save: defineAct(modelRequestSchemas.save, (context, model) =>
    act(context, 'save_model', { model }, modelReplySchemas.save),
  ),
  delete: defineAct(modelRequestSchemas.delete, (context, { model_id }) =>
    act(context, 'delete_model', { model_id }, modelReplySchemas.delete),
  ),
  order: defineAct(modelRequestSchemas.order, (context, { model_ids }) =>
    act(context, 'order_models', { model_ids }, modelReplySchemas.order),
  ),
  'save-vendor-model': defineAct(modelRequestSchemas['save-vendor-model'], (context, { vendor, ...model }) =>
    act(
      context,
      'save_vendor_model',
      { vendor_name: supportedVendor(vendor), ...model },
      modelReplySchemas['save-vendor-model'],
    ),
  ),
  'delete-vendor-model': defineAct(
    modelRequestSchemas['delete-vendor-model'],
    (context, { vendor, model_id }) =>
      act(
        context,
        'delete_vendor_model',
        { vendor_name: supportedVendor(vendor), model_id },
        modelReplySchemas['delete-vendor-model'],
      ),
  ),
};

/** `admin/models/<action>`. */
export const modelActs: ReadonlyMap<string, Act> = new Map(Object.entries(acts));
