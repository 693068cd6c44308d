import type { Claims } from '../database/database.ts';
import type { Binding, Channel } from './hub.ts';
import type { Broadcast } from './protocol.ts';
import type { ConfirmedBinding, JoinRequest } from './subscribe.ts';

export interface OpenChannel extends Channel {
  readonly joinRef: string | null;
  readonly request: JoinRequest;
  readonly confirmed: readonly ConfirmedBinding[];
  /** The part of the topic that the application chooses. */
  readonly name: string;
  /** Changes the caller or token of the channel. Remove the channel from the hub first. */
  assign(claims: Claims, bindings: readonly Binding[]): void;
  isExpired(now: number): boolean;
}

interface ChannelStart {
  readonly topic: string;
  readonly joinRef: string | null;
  readonly request: JoinRequest;
  readonly confirmed: readonly ConfirmedBinding[];
  readonly claims: Claims;
  readonly now: () => number;
  readonly send: (event: string, payload: string) => void;
  readonly sendBroadcast: (broadcast: Broadcast) => void;
}

export const topicPrefix = 'realtime:';

export function createChannel({
  topic,
  joinRef,
  request,
  confirmed,
  now,
  ...start
}: ChannelStart): OpenChannel {
  let { claims } = start;
  let bindings: readonly Binding[] = [];
  const isExpired = (time: number) => claims.exp !== undefined && claims.exp * 1_000 <= time;
  return {
    topic,
    joinRef,
    request,
    confirmed,
    name: topic.slice(topicPrefix.length),
    get claims() {
      return claims;
    },
    get bindings() {
      return bindings;
    },
    assign(next, nextBindings) {
      claims = next;
      bindings = nextBindings;
    },
    isExpired,
    // Nothing may be sent between a token's expiry and the sweep that closes the channel.
    send(event, payload) {
      if (!isExpired(now())) start.send(event, payload);
    },
    sendBroadcast(broadcast) {
      if (!isExpired(now())) start.sendBroadcast(broadcast);
    },
  };
}
