import type { WebSocket } from 'ws';
import type { ApiRole, Claims } from '../database/database.ts';
import { runAs } from '../database/request-caller.ts';
import type { Log } from '../log.ts';
import type { PublishedTable } from './catalog.ts';
import { createChannel, topicPrefix, type OpenChannel } from './channel.ts';
import { FilterError } from './filters.ts';
import type { Hub } from './hub.ts';
import { createTokenBucket, limits } from './limits.ts';
import {
  broadcastOf,
  decodeBinary,
  decodeText,
  encodeBroadcast,
  encodeMessage,
  type Broadcast,
  type Message,
  type ProtocolVersion,
} from './protocol.ts';
import type { SocketOwner } from './connection-slots.ts';
import type { Pump } from './pump.ts';
import type { Relay } from './relay.ts';
import { parseJoin, planBindings } from './subscribe.ts';
import { lookupCallerOf } from './visibility.ts';

export interface ConnectionContext {
  readonly hub: Hub;
  readonly pump: Pump;
  readonly relay: Relay;
  readonly tables: () => readonly PublishedTable[];
  readonly verifyToken: (token: string) => Promise<Claims | null>;
  readonly apiKeyRole: (key: string) => ApiRole | null;
  readonly isSessionLive: (claims: Claims) => Promise<boolean>;
  readonly now: () => number;
  readonly nextId: () => number;
  readonly log: Log;
}

export interface ConnectionSlot {
  /** Assigns the socket to an account. Returns false if the limits don't allow another socket. */
  readonly claim: (owner: SocketOwner) => boolean;
  /** Call when no channel of an account is left. */
  readonly release: () => void;
}

export interface Connection {
  /** Closes channels whose token has expired, and the socket if it is silent or unused. */
  sweep(): void;
  endChannelsOf(id: string): void;
}

/** RFC 6455's close code for clients that break the rules. */
const policyViolation = 1008;

const tokenExpired = 'Token has expired or is not valid';

/** Serves one client until its socket closes. `keyRole` is the role of its API key, which was already checked. */
export function openConnection(
  socket: WebSocket,
  version: ProtocolVersion,
  keyRole: ApiRole,
  slot: ConnectionSlot,
  context: ConnectionContext,
): Connection {
  const { hub, pump, now } = context;
  const channels = new Map<string, OpenChannel>();
  const takeMessage = createTokenBucket(limits.messagesPerSecond, 2 * limits.messagesPerSecond, now);
  const takeJoin = createTokenBucket(limits.joinsPerSecond, 2 * limits.joinsPerSecond, now);
  let lastHeard = now();
  let lastUsed = now();
  let pending = 0;
  let work = Promise.resolve();

  function transmit(data: string | Buffer | null): void {
    if (data === null || socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > limits.bufferedBytes) return socket.terminate();
    socket.send(data);
  }

  const push = (to: Pick<Message, 'joinRef' | 'topic'>, event: string, payload: string) =>
    transmit(encodeMessage(version, { joinRef: to.joinRef, ref: null, topic: to.topic, event }, payload));

  const reply = (to: Message, status: 'ok' | 'error', response: object = {}) =>
    transmit(encodeMessage(version, { ...to, event: 'phx_reply' }, JSON.stringify({ status, response })));

  const sendSystem = (channel: OpenChannel, extension: string, status: 'ok' | 'error', message: string) =>
    push(channel, 'system', JSON.stringify({ extension, status, message, channel: channel.name }));

  function forget(channel: OpenChannel): void {
    hub.remove(channel);
    if (channels.get(channel.topic) !== channel) return;
    channels.delete(channel.topic);
    lastUsed = now();
    if (![...channels.values()].some(({ claims }) => claims.sub !== undefined)) slot.release();
  }

  /**
   * Checks whether the caller may have a channel on this socket. Callers without an account always may, because sockets
   * without an account are limited when they open.
   */
  const hasRoom = ({ sub, is_anonymous: isGuest }: Claims): boolean =>
    sub === undefined || slot.claim({ account: sub, isGuest: isGuest === true });

  function closeChannel(channel: OpenChannel, reason: string): void {
    forget(channel);
    sendSystem(channel, 'system', 'error', reason);
    push(channel, 'phx_close', '{}');
  }

  /** Checks whether the caller's session still exists. API keys have no session. */
  const isLive = async (claims: Claims): Promise<boolean> =>
    claims.role !== 'authenticated' || runAs(lookupCallerOf(claims), () => context.isSessionLive(claims));

  /** Returns the claims of a channel's token. If a client sends its API key as the token, returns the key's claims. */
  async function callerOf(token: string | null): Promise<Claims | null> {
    if (!token) return { role: keyRole };
    const role = context.apiKeyRole(token);
    if (role) return { role };
    const claims = await context.verifyToken(token);
    return claims && (await isLive(claims)) ? claims : null;
  }

  /** Subscribes a channel to its tables as its current caller, and sends the result to the client. */
  async function subscribe(channel: OpenChannel, claims: Claims): Promise<void> {
    let message = 'Subscribed to PostgreSQL';
    try {
      const bindings = planBindings(channel.confirmed, context.tables(), claims.role);
      await pump.subscribe(() => {
        if (channels.get(channel.topic) !== channel) return;
        hub.remove(channel);
        channel.assign(claims, bindings);
        hub.add(channel);
      });
    } catch (error) {
      hub.remove(channel);
      channel.assign(claims, []);
      if (channels.get(channel.topic) === channel) hub.add(channel);
      message = `Unable to subscribe to changes: ${error instanceof FilterError ? error.message : 'the database did not respond'}`;
      return sendSystem(channel, 'postgres_changes', 'error', message);
    }
    sendSystem(channel, 'postgres_changes', 'ok', message);
  }

  async function join(message: Message): Promise<void> {
    const refuse = (reason: string) => reply(message, 'error', { reason });
    const request = parseJoin(message.payload);
    if (!request || !message.topic.startsWith(topicPrefix)) return refuse('the join is malformed');
    if (!takeJoin()) return refuse('too many joins per second');
    const former = channels.get(message.topic);
    if (former) forget(former);
    if (channels.size >= limits.channels) return refuse('too many channels');
    if (request.isPrivate) return refuse('private channels are not available');
    const claims = await callerOf(request.accessToken);
    if (!claims) return refuse(`InvalidJWTToken: ${tokenExpired}`);
    if (socket.readyState !== socket.OPEN) return;
    if (!hasRoom(claims)) return refuse('too many connections');

    const confirmed = request.bindings.map((binding) => ({ ...binding, id: context.nextId() }));
    const { topic, joinRef } = message;
    const channel = createChannel({
      topic,
      joinRef,
      request,
      confirmed,
      claims,
      now,
      send: (event, payload) => push({ topic, joinRef }, event, payload),
      sendBroadcast: (broadcast) => transmit(encodeBroadcast(version, topic, broadcast)),
    });
    channels.set(topic, channel);
    hub.add(channel);
    reply(message, 'ok', { postgres_changes: confirmed });
    // Clients wait for a presence state, even if it is empty.
    push(channel, 'presence_state', '{}');
    if (request.wantsPresence) sendSystem(channel, 'presence', 'error', 'presence is not available');
    if (confirmed.length > 0) await subscribe(channel, claims);
  }

  async function renew(channel: OpenChannel, payload: unknown): Promise<void> {
    const token =
      typeof payload === 'object' && payload !== null && 'access_token' in payload
        ? payload.access_token
        : null;
    if (typeof token !== 'string') return;
    const claims = await callerOf(token);
    if (channels.get(channel.topic) !== channel) return;
    if (!claims) return closeChannel(channel, tokenExpired);
    if (!hasRoom(claims)) return closeChannel(channel, 'Too many connections');
    // Keeps the subscriptions if the role is the same. Usually the same user has only renewed the token, which happens
    // every hour.
    if (claims.role === channel.claims.role || channel.confirmed.length === 0)
      channel.assign(claims, channel.bindings);
    else await subscribe(channel, claims);
  }

  function forward(channel: OpenChannel, message: Message, broadcast: Broadcast): void {
    for (const other of hub.channelsOf(channel.topic))
      if (other !== channel || channel.request.self) other.sendBroadcast(broadcast);
    context.relay.publish(channel.topic, broadcast);
    if (channel.request.ack) reply(message, 'ok');
  }

  /** Closes channels whose caller has signed out or was banned after joining. */
  async function checkSessions(): Promise<void> {
    // A socket's channels nearly always share one session, so one query is usually enough.
    const answers = new Map<unknown, Promise<boolean>>();
    for (const channel of channels.values()) {
      const { claims } = channel;
      const answer = answers.get(claims.session_id) ?? isLive(claims);
      answers.set(claims.session_id, answer);
      if (!(await answer) && channel.claims === claims && channels.get(channel.topic) === channel)
        closeChannel(channel, tokenExpired);
    }
  }

  async function handle(message: Message, broadcast: Broadcast | null): Promise<void> {
    if (message.topic === 'phoenix') {
      reply(message, 'ok');
      return checkSessions();
    }
    if (message.event === 'phx_join') return join(message);
    const channel = channels.get(message.topic);
    if (!channel) return reply(message, 'error', { reason: 'unmatched topic' });
    // The message belongs to an earlier join of the same topic.
    if (message.joinRef !== null && message.joinRef !== channel.joinRef) return;
    if (channel.isExpired(now())) return closeChannel(channel, tokenExpired);
    switch (message.event) {
      case 'phx_leave':
        forget(channel);
        reply(message, 'ok');
        return push(channel, 'phx_close', '{}');
      case 'access_token':
        return renew(channel, message.payload);
      case 'broadcast': {
        const sentBroadcast = broadcast ?? broadcastOf(message.payload);
        return sentBroadcast
          ? forward(channel, message, sentBroadcast)
          : reply(message, 'error', { reason: 'the broadcast is malformed' });
      }
      default:
        return reply(message, 'error', { reason: `${message.event} is not available` });
    }
  }

  function receive(data: Buffer, isBinary: boolean): void {
    lastHeard = now();
    if (!takeMessage() || pending >= limits.pendingMessages)
      return socket.close(policyViolation, 'too many messages');
    const binary = isBinary ? decodeBinary(data) : null;
    const message = binary
      ? { ...binary, event: 'broadcast', payload: null }
      : isBinary
        ? null
        : decodeText(data.toString('utf8'), version);
    if (!message) return socket.close(policyViolation, 'malformed message');
    pending += 1;
    // Handles one message at a time, so that a broadcast sent right after its join finds the channel.
    work = work
      .then(() => handle(message, binary?.broadcast ?? null))
      .catch((error: unknown) =>
        context.log('realtime.message-failed', { error: error instanceof Error ? error.name : 'unknown' }),
      )
      .finally(() => {
        pending -= 1;
      });
  }

  socket.on('message', (data, isBinary) => receive(data as Buffer, isBinary));
  // Without a listener, an error would end the process. The event 'close' follows.
  socket.on('error', () => {});
  socket.on('close', () => {
    for (const channel of channels.values()) forget(channel);
  });

  return {
    sweep() {
      for (const channel of channels.values())
        if (channel.isExpired(now())) closeChannel(channel, tokenExpired);
      if (channels.size > 0) lastUsed = now();
      if (now() - lastHeard > limits.silenceMs || socket.readyState === socket.CLOSING) socket.terminate();
      else if (now() - lastUsed > limits.idleMs) socket.close(policyViolation, 'no channel was joined');
    },
    endChannelsOf(id) {
      for (const channel of channels.values())
        if (channel.claims.session_id === id || channel.claims.sub === id)
          closeChannel(channel, tokenExpired);
    },
  };
}
