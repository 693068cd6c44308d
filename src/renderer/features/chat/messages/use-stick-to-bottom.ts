import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type BranchMessage, isSwitched } from './branch-switch.ts';
import { followsAfterScroll, isBottomInView, type ScrollBox } from './scroll.ts';

const readBox = ({ scrollTop, scrollHeight, clientHeight }: HTMLElement): ScrollBox => ({
  scrollTop,
  scrollHeight,
  clientHeight,
});

interface StickOptions {
  /** When the chat changes, the view moves to its end. */
  readonly chatId: string;
  readonly messages: readonly BranchMessage[];
}

/**
 * Keeps the end of a growing conversation visible until the user scrolls up. The view follows a new message if the end
 * is visible [CHAT-058], and always if it is the user's own. It stays in place when the user switches to another
 * version, even if some messages of that version are loaded later.
 */
export function useStickToBottom({ chatId, messages }: StickOptions) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const stays = useRef(false);
  const box = useRef<ScrollBox>({ scrollTop: 0, scrollHeight: 0, clientHeight: 0 });
  const [isBottomVisible, setIsBottomVisible] = useState(true);

  const measure = useCallback(() => {
    if (!scroller.current) return;
    box.current = readBox(scroller.current);
    setIsBottomVisible(isBottomInView(box.current));
  }, []);
  const jump = useCallback(() => {
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
    measure();
  }, [measure]);

  useLayoutEffect(() => {
    follows.current = true;
    stays.current = false;
    jump();
  }, [chatId, jump]);

  const previous = useRef({ chatId, messages });
  useLayoutEffect(() => {
    const before = previous.current;
    previous.current = { chatId, messages };
    const last = messages.at(-1);
    if (before.chatId !== chatId || before.messages.at(-1)?.id === last?.id) return;
    // A message that is sent or requested on this device appears before it is stored.
    const isFromHere = last !== undefined && last.chatId === undefined;
    if (isSwitched(before.messages, messages)) {
      follows.current = false;
      stays.current = true;
    } else if (
      (isFromHere && last.role === 'user') ||
      (isBottomInView(box.current) && (isFromHere || !stays.current))
    ) {
      follows.current = true;
      stays.current = false;
      jump();
    }
  }, [chatId, messages, jump]);

  useEffect(() => {
    const element = scroller.current;
    if (!element || !content.current) return;
    const observer = new ResizeObserver(() => (follows.current ? jump() : measure()));
    observer.observe(element);
    observer.observe(content.current);
    return () => observer.disconnect();
  }, [jump, measure]);

  const onScroll = useCallback(() => {
    if (!scroller.current) return;
    const now = readBox(scroller.current);
    follows.current = followsAfterScroll(follows.current, box.current, now);
    // If the height has changed, the browser may have scrolled.
    if (now.scrollHeight === box.current.scrollHeight) stays.current = false;
    measure();
  }, [measure]);

  const scrollToBottom = useCallback(() => {
    follows.current = true;
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight, behavior: calm ? 'instant' : 'smooth' });
  }, []);

  const stopFollowing = useCallback(() => void (follows.current = false), []);

  return { scroller, content, onScroll, isBottomVisible, scrollToBottom, stopFollowing };
}
