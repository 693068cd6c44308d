import { Stack, Text } from '@mantine/core';
import type { LogEntry } from '../../../../shared/admin/logs.ts';
import { actionName } from './action-texts.ts';

/** Shows the action, and the provider, model, prompt or persona that it changed. */
export function LogAction({ entry: { action_type, subject } }: { readonly entry: LogEntry }) {
  return (
    <Stack gap={0}>
      {actionName(action_type)}
      {subject !== null && (
        <Text span inherit c="dimmed">
          {subject}
        </Text>
      )}
    </Stack>
  );
}
