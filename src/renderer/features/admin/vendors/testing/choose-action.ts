import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Chooses a menu action, such as "Enable: OpenAI". */
export async function chooseAction(user: UserEvent, action: string): Promise<void> {
  const vendor = action.replace(/^.*?: /, '');
  await user.click(screen.getByLabelText(`More actions: ${vendor}`, { selector: 'button' }));
  await user.click(await screen.findByLabelText(action, { selector: 'button' }));
}
