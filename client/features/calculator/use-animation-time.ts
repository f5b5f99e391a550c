import { type RefObject, useEffect, useState } from 'react';

/**
 * The current time of an element's first animation, in milliseconds. The animation is the clock, so that it can be set and finished
 * like any other, and what is drawn by it agrees with the other animations of the page.
 */
export function useAnimationTime(element: RefObject<Element | null>): number {
  const [time, setTime] = useState(0);
  useEffect(() => {
    let frame = 0;
    const read = () => {
      setTime(Number(element.current?.getAnimations()[0]?.currentTime ?? 0));
      frame = requestAnimationFrame(read);
    };
    read();
    return () => cancelAnimationFrame(frame);
  }, [element]);
  return time;
}
