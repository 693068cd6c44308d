import { restoreMessage } from '../draft-models.ts';
import type { Drafts } from '../drafts.ts';
import { newChatDraft } from '../drafts.ts';
import type { OperationOutcome, SendOperation } from './operation.ts';
import type { Outbox } from './outbox.ts';
import { reportRefusal } from '../turn/report-outcome.ts';
import { sendOperation } from './send-operation.ts';
import type { SendRequest, TurnOutcome } from '../turn/sending.ts';
import type { TurnRunner } from '../turn/turn-runner.ts';

interface MessageQueueOptions {
  readonly outbox: Outbox;
  readonly runner: TurnRunner;
  readonly drafts: Drafts;
  readonly isShown: (chatId: string) => boolean;
}

/**
 * The messages in the outbox, in order for each chat. A message sent during a reply waits until the reply has
 * ended. If the reply is stopped or fails, the waiting messages are held, because they may refer to that
 * reply. They are sent after the user sends another message, clicks "Send now", or gets a new reply.
 */
export class MessageQueue {
  readonly #outbox: Outbox;
  readonly #runner: TurnRunner;
  readonly #drafts: Drafts;
  readonly #isShown: MessageQueueOptions['isShown'];

  constructor({ outbox, runner, drafts, isShown }: MessageQueueOptions) {
    this.#outbox = outbox;
    this.#runner = runner;
    this.#drafts = drafts;
    this.#isShown = isShown;
  }

  /** Adds a message after those that already wait in its chat. */
  send(request: SendRequest): void {
    const { chatId } = request;
    const hasEarlier = this.#of(chatId).length > 0 || this.#runner.turns.get(chatId) !== undefined;
    const operation = sendOperation({ ...request, isNewChat: request.isNewChat && !hasEarlier });
    if (this.#of(chatId).length === 0) this.#runner.show(operation);
    this.#release(chatId);
    void this.#outbox.add(operation);
  }

  remove({ id, chatId, isNewChat, parameters, projectId, awaitsPersona, awaitsModel }: SendOperation): void {
    this.#outbox.cancel(id);
    // The next message must create the chat instead of the removed one.
    const [next] = this.#of(chatId);
    if (!isNewChat || !next) return;
    const settings = {
      ...(parameters && { parameters }),
      ...(projectId && { projectId }),
      ...(awaitsPersona && { awaitsPersona }),
      ...(awaitsModel && { awaitsModel }),
    };
    this.#outbox.replace({ ...next, isNewChat, ...settings });
  }

  cancel(messageId: string): void {
    const operation = this.#messages().find(({ id }) => id === messageId);
    if (!operation) return;
    this.remove(operation);
    restoreMessage(this.#drafts, operation.isNewChat ? newChatDraft : operation.chatId, operation);
  }

  /** Cancels messages sent before the models have loaded. Returns true if there were any. */
  cancelWithoutModel(): boolean {
    const operations = this.#messages().filter(({ model }) => model === null);
    for (const { id } of operations) this.cancel(id);
    return operations.length > 0;
  }

  sendNow(chatId: string): void {
    this.#release(chatId);
    void this.#outbox.run();
  }

  /**
   * Called in every tab when a message leaves the outbox.
   *
   * @param isHere true in the tab that sent the message
   */
  onDelivered(operation: SendOperation, end: OperationOutcome, isHere: boolean): void {
    if (end === 'done') {
      if (!isHere) this.#runner.leaveDelivered(operation);
      return;
    }
    // Must be read before the turn is removed, because removing it may close the chat.
    const isShown = this.#isShown(operation.chatId);
    if (this.#runner.turns.get(operation.chatId)?.messageId === operation.id)
      this.#runner.end(operation.chatId);
    if (end === 'cancelled' || !isHere) return;
    this.#runner.turns.refuse();
    reportRefusal({ drafts: this.#drafts, isShown }, operation, end);
  }

  /**
   * Called when a turn ends. The messages that waited for the turn are then sent, or must wait for the user.
   */
  onEnded(chatId: string, { kind }: TurnOutcome): void {
    if (kind === 'answered') this.#release(chatId);
    else if (kind !== 'unstored')
      for (const operation of this.#of(chatId)) this.#outbox.replace({ ...operation, isHeld: true });
    void this.#outbox.run();
  }

  #release(chatId: string): void {
    for (const { isHeld, ...operation } of this.#of(chatId)) if (isHeld) this.#outbox.replace(operation);
  }

  #of(chatId: string): SendOperation[] {
    return this.#messages().filter((operation) => operation.chatId === chatId);
  }

  #messages(): SendOperation[] {
    return this.#outbox.all().filter((operation) => operation.kind === 'send');
  }
}
