import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { followsAfterScroll, isBottomInView, type ScrollBox } from './scroll.ts';

const readBox = ({ scrollTop, scrollHeight, clientHeight }: HTMLElement): ScrollBox => ({
  scrollTop,
  scrollHeight,
  clientHeight,
});

interface StickOptions {
  /** When the chat changes, the view moves to its end. */
  readonly chatId: string;
  /** When this id changes, the view follows the new message if the end is visible [CHAT-058]. */
  readonly lastId: string | undefined;
  /** True if the last message is the user's own. The view always follows it. */
  readonly isLastOwn: boolean;
}

/** Keeps the end of a growing conversation visible until the user scrolls up. */
export function useStickToBottom({ chatId, lastId, isLastOwn }: StickOptions) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
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
    jump();
  }, [chatId, jump]);

  const previous = useRef({ chatId, lastId });
  useLayoutEffect(() => {
    const before = previous.current;
    previous.current = { chatId, lastId };
    if (before.chatId !== chatId || before.lastId === lastId) return;
    if (!isLastOwn && !isBottomInView(box.current)) return;
    follows.current = true;
    jump();
  }, [chatId, lastId, isLastOwn, jump]);

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
    follows.current = followsAfterScroll(follows.current, box.current, readBox(scroller.current));
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
